// SPDX-License-Identifier: Apache-2.0
// Global states of a poset: a small lattice as a diagram one can walk, a large one as a histogram by level.
import { useState } from "preact/hooks";
import type { Lattice } from "./report";

export function LatticeView({ lattice }: { lattice: Lattice }) {
  const [at, setAt] = useState(lattice.states[0]?.id ?? 0);
  const levels = new Map<number, number[]>();
  for (const state of lattice.states) levels.set(state.level, [...(levels.get(state.level) ?? []), state.id]);
  const widest = Math.max(1, ...[...levels.values()].map((level) => level.length));
  const cell = 110, row = 62, width = Math.max(420, widest * cell + 40), height = levels.size * row + 40;
  const byId = new Map(lattice.states.map((state) => [state.id, state]));
  const spot = (id: number) => {
    const state = byId.get(id)!, level = levels.get(state.level)!;
    return { x: width / 2 + (level.indexOf(id) - (level.length - 1) / 2) * cell, y: 30 + state.level * row };
  };
  const text = (id: number) => Object.values(byId.get(id)!.state).join(",");
  const ways = { up: lattice.edges.filter(([, to]) => to === at).map(([from]) => from), down: lattice.edges.filter(([from]) => from === at).map(([, to]) => to) };
  const move = (event: KeyboardEvent) => {
    const next = event.key === "ArrowDown" ? ways.down[0] : event.key === "ArrowUp" ? ways.up[0] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const here = byId.get(at);
  return (
    <>
      <h3>Global states</h3>
      <p aria-live="polite" id="state">
        {here ? Object.entries(here.state).map(([thread, events]) => `${thread}: ${events}`).join(", ") : ""}{here?.holds ? " (the predicate holds)" : ""}
        {" "}<span class="dim">next:</span>{" "}
        {ways.down.map((id) => <button key={id} onClick={() => setAt(id)}>{text(id)}</button>)}
      </p>
      <div class="scroll" tabIndex={0} onKeyDown={move} aria-label="lattice of global states: arrow keys walk">
        <svg width={width} height={height} role="img" aria-label={`${lattice.states.length} global states in ${levels.size} levels`}>
          {lattice.edges.map(([from, to], index) => {
            const a = spot(from), b = spot(to);
            return <line key={index} class="lane" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
          })}
          {lattice.states.map((state) => {
            const { x, y } = spot(state.id);
            return (
              <g key={state.id} class={`row ${state.id === at ? "chosen" : ""}`} onClick={() => setAt(state.id)}>
                <rect class={`box ${state.holds ? "holds" : ""} ${state.id === at ? "bad" : state.on_path ? "path" : ""}`} x={x - 42} y={y - 16} width={84} height={32} rx={5} />
                <text x={x} y={y + 4} text-anchor="middle">{text(state.id)}{state.holds ? " ✓" : ""}</text>
              </g>
            );
          })}
        </svg>
      </div>
      <p class="dim">A box is a global state: how many events of each thread have happened. ✓ the predicate holds; a thick border is on the way of the witness.</p>
    </>
  );
}

export function LevelsView({ levels }: { levels: number[] }) {
  const most = Math.max(1, ...levels);
  const bar = Math.max(2, Math.min(24, 900 / levels.length));
  return (
    <>
      <h3>Global states by level</h3>
      <div class="scroll">
        <svg width={levels.length * bar + 90} height={190} role="img" aria-label={`states by level, at most ${most}`}>
          {levels.map((count, level) => (
            <rect key={level} class="c0" x={70 + level * bar} y={160 - (150 * count) / most} width={Math.max(1, bar - 1)} height={(150 * count) / most}>
              <title>{`${count} states after ${level} events`}</title>
            </rect>
          ))}
          <text class="small" x={4} y={18}>{most}</text>
          <text class="small" x={4} y={164}>0</text>
          <text class="small" x={70} y={182}>0 … {levels.length - 1} events</text>
        </svg>
      </div>
    </>
  );
}
