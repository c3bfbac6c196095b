// SPDX-License-Identifier: Apache-2.0
// Global states of a poset: a small lattice as a diagram one can walk, a large one as a histogram by level.
import { useState } from "preact/hooks";
import type { Lattice } from "./report";

export function LatticeView({ lattice }: { lattice: Lattice }) {
  const [at, setAt] = useState(lattice.states.find((state) => state.holds && state.on_path)?.id ?? lattice.states[0]?.id ?? 0);
  const levels = new Map<number, number[]>();
  for (const state of lattice.states) levels.set(state.level, [...(levels.get(state.level) ?? []), state.id]);
  const threads = Object.keys(lattice.states[0]?.state ?? {});
  const widest = Math.max(1, ...[...levels.values()].map((level) => level.length));
  const cell = 110, row = 62, width = Math.max(420, widest * cell + 40), height = (levels.size - 1) * row + 60;
  const byId = new Map(lattice.states.map((state) => [state.id, state]));
  const spot = (id: number) => {
    const state = byId.get(id)!, level = levels.get(state.level)!;
    return { x: width / 2 + (level.indexOf(id) - (level.length - 1) / 2) * cell, y: 30 + state.level * row };
  };
  const text = (id: number) => Object.values(byId.get(id)!.state).join(",");
  const ways = { up: lattice.edges.filter(([, to]) => to === at).map(([from]) => from), down: lattice.edges.filter(([from]) => from === at).map(([, to]) => to) };
  const beside = (by: number) => {
    const level = levels.get(byId.get(at)!.level)!;
    return level[level.indexOf(at) + by];
  };
  const move = (event: KeyboardEvent) => {
    const next = event.key === "ArrowDown" ? ways.down[0] : event.key === "ArrowUp" ? ways.up[0]
      : event.key === "ArrowLeft" ? beside(-1) : event.key === "ArrowRight" ? beside(1) : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const here = byId.get(at);
  return (
    <>
      <h3>Global states</h3>
      <p aria-live="polite" id="state">
        <b>{here ? Object.entries(here.state).map(([thread, events]) => `${thread}: ${events}`).join(", ") : ""}</b>{here?.holds ? " ✓ the predicate holds" : ""}
        {ways.up.length > 0 && <>{" "}<span class="dim">back:</span>{" "}{ways.up.map((id) => <button key={id} onClick={() => setAt(id)}>{text(id)}</button>)}</>}
        {ways.down.length > 0 && <>{" "}<span class="dim">on:</span>{" "}{ways.down.map((id) => <button key={id} onClick={() => setAt(id)}>{text(id)}</button>)}</>}
      </p>
      <div class="scroll" tabIndex={0} onKeyDown={move} aria-label="lattice of global states: arrow keys walk">
        <svg width={width} height={height} role="img" aria-label={`${lattice.states.length} global states in ${levels.size} levels`}>
          {lattice.edges.map(([from, to], index) => {
            const a = spot(from), b = spot(to);
            return <line key={index} class={`lane ${byId.get(from)!.on_path && byId.get(to)!.on_path ? "path" : ""}`} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
          })}
          {lattice.states.map((state) => {
            const { x, y } = spot(state.id);
            return (
              <g key={state.id} class={`row ${state.id === at ? "chosen" : ""}`} onClick={() => setAt(state.id)}>
                <rect class={`box ${state.holds ? "holds" : ""} ${state.on_path ? "path" : ""} ${state.id === at ? "here" : ""}`} x={x - 42} y={y - 16} width={84} height={32} rx={5} />
                <text x={x} y={y + 4} text-anchor="middle">{text(state.id)}{state.holds ? " ✓" : ""}</text>
              </g>
            );
          })}
        </svg>
      </div>
      <p class="dim">A box is a global state: how many events of {threads.join(", ")} have happened. {lattice.states.some((state) => state.holds) ? "✓ there the predicate holds; " : ""}{lattice.states.some((state) => state.on_path) ? "a thick border is on the way of the witness; " : ""}the blue box is where you are: arrow keys walk.</p>
    </>
  );
}

export function LevelsView({ levels }: { levels: number[] }) {
  const most = Math.max(1, ...levels);
  const bar = Math.max(2, Math.min(24, 900 / levels.length));
  const apart = Math.max(1, Math.ceil(levels.length / 10 / 5) * 5);
  const ticks = levels.map((_, level) => level).filter((level) => level % apart === 0);
  return (
    <>
      <h3>Global states by level</h3>
      <div class="scroll">
        <svg width={Math.max(levels.length * bar + 90, 560)} height={200} role="img" aria-label={`states by level, at most ${most}`}>
          {levels.map((count, level) => (
            <rect key={level} class="c0" x={70 + level * bar} y={160 - (150 * count) / most} width={Math.max(1, bar - 1)} height={(150 * count) / most}>
              <title>{`${count} states after ${level} events`}</title>
            </rect>
          ))}
          <line class="lane" x1={64} y1={160.5} x2={70 + levels.length * bar} y2={160.5} />
          <text class="small" x={58} y={18} text-anchor="end">{most.toLocaleString("en")}</text>
          <text class="small" x={58} y={164} text-anchor="end">0</text>
          {ticks.map((level) => <text key={level} class="small" x={70 + (level + 0.5) * bar} y={176} text-anchor="middle">{level}</text>)}
          <text class="small" x={70} y={192}>events that have happened; the height is how many states there are then</text>
        </svg>
      </div>
    </>
  );
}
