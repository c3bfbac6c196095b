// SPDX-License-Identifier: Apache-2.0
// A deadlock: threads and what they wait for, in a ring.
import type { Finding, Step } from "./report";
import { stepsOf } from "./report";

/** The threads that wait in a circle, in its order; all of them where none is found. */
function ringOf(steps: Step[]): Step[] {
  const next = (step: Step) =>
    steps.find((other) => other.thread === step.target || (other !== step && other.holding?.includes(step.target ?? "")));
  for (const start of steps) {
    const ring = [start];
    for (let at = next(start); at && ring.length <= steps.length; at = next(at)) {
      if (at === start) return ring;
      ring.push(at);
    }
  }
  return steps;
}

export function RingView({ finding }: { finding: Finding }) {
  const all = stepsOf(finding);
  const waits = ringOf(all);
  if (waits.length === 0) return null;
  const nodes = waits.flatMap((step, index) => [
    { text: step.thread, place: step.location, colour: index % 8, lock: false },
    { text: step.target || "?", place: "", colour: 6, lock: true },
  ]);
  const radius = Math.max(120, nodes.length * 32);
  const width = 2 * radius + 330, height = 2 * radius + 110;
  const spot = (index: number) => {
    const angle = (2 * Math.PI * index) / nodes.length - Math.PI / 2;
    return { x: width / 2 + radius * Math.cos(angle), y: height / 2 + radius * Math.sin(angle) };
  };
  const words = all.map((step) => `${step.thread} waits for ${step.target ?? "?"}${step.holding?.length ? ` and holds ${step.holding.join(", ")}` : ""}`);
  const clip = (text: string) => (text.length > 20 ? "…" + text.slice(-19) : text);
  return (
    <>
      <h3>Who waits for whom</h3>
      <div class="scroll">
        <svg width={width} height={height} role="img" aria-label={words.join("; ")}>
          <defs><marker id="ring-tip" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" refX="8" refY="4.5" orient="auto"><path class="c6" d="M0,0 L9,4.5 L0,9 z" /></marker></defs>
          {nodes.map((node, index) => {
            const a = spot(index), b = spot((index + 1) % nodes.length);
            const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
            const cut = (from: number, to: number, by: number) => from + ((to - from) * by) / length;
            const steep = Math.abs(b.y - a.y) / length;
            const gap = 24 + (1 - steep) * 56;
            const start = gap, stop = length - gap;
            return (
              <g key={`e${index}`}>
                <path class={`edge ${node.lock ? "" : "missing"}`} marker-end="url(#ring-tip)"
                  d={`M${cut(a.x, b.x, start)},${cut(a.y, b.y, start)} L${cut(a.x, b.x, stop)},${cut(a.y, b.y, stop)}`} />
                <text class="small" x={(a.x + b.x) / 2 + 6} y={(a.y + b.y) / 2}>{node.lock ? "held by" : "waits for"}</text>
              </g>
            );
          })}
          {nodes.map((node, index) => {
            const { x, y } = spot(index);
            return (
              <g key={index}>
                <rect class={`box ${node.lock ? "" : "bad"}`} x={x - 75} y={y - 20} width={150} height={40} rx={node.lock ? 4 : 20} />
                <text x={x} y={node.place ? y - 2 : y + 4} text-anchor="middle">{clip(node.text)}</text>
                {node.place && <text class="small" x={x} y={y + 13} text-anchor="middle">{clip(node.place)}</text>}
              </g>
            );
          })}
        </svg>
      </div>
      <ul class="notes">{words.map((line, index) => <li key={index}>{line}</li>)}</ul>
    </>
  );
}
