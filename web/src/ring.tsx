// SPDX-License-Identifier: Apache-2.0
// A deadlock: threads, what they wait for, and who has it.
import type { Finding, Step } from "./report";
import { stepsOf } from "./report";

/** Whether a thread is waited for itself, or is to notify, or has the lock: it decides what an arrow says. */
type Wait = "lock" | "notify" | "end" | "others";
const waitOf = (step: Step): Wait =>
  /^join|^waits for the end of/.test(step.operation) ? "end"
  : /^(wait|wake)$|^waits for notify of/.test(step.operation) ? "notify"
  : /barrier|^waits for the others at/.test(step.operation) ? "others"
  : "lock";
const waitWords: Record<Wait, string> = { lock: "waits for", notify: "waits for notify of", end: "waits for the end of", others: "waits for the others at" };

/** The threads that wait in a circle, in its order; then those that only wait for one of them. */
function inOrder(steps: Step[]): { steps: Step[]; ring: number } {
  const next = (step: Step) =>
    steps.find((other) => other.thread === step.target || (other !== step && other.holding?.includes(step.target ?? "")));
  for (const start of steps) {
    const ring = [start];
    for (let at = next(start); at && ring.length <= steps.length; at = next(at)) {
      if (at === start) return { steps: [...ring, ...steps.filter((step) => !ring.includes(step))], ring: ring.length };
      ring.push(at);
    }
  }
  return { steps, ring: steps.length };
}

interface Node { key: string; text: string; place: string; lock: boolean; inRing: boolean }
interface Arrow { from: number; to: number; text: string; waits: boolean }

function pictureOf(steps: Step[], ring: number): { nodes: Node[]; arrows: Arrow[] } {
  const nodes: Node[] = [], arrows: Arrow[] = [];
  const node = (key: string, text: string, lock: boolean): number => {
    const known = nodes.findIndex((each) => each.key === key);
    return known >= 0 ? known : nodes.push({ key, text, place: "", lock, inRing: inRing }) - 1;
  };
  let inRing = true;
  steps.forEach((step, index) => {
    inRing = index < ring;
    const thread = node(`thread ${step.thread}`, step.thread, false);
    nodes[thread]!.place = step.location;
    const wait = waitOf(step);
    const target = step.target || "?";
    const object = wait === "end" ? node(`thread ${target}`, target, false) : node(`object ${target}`, target, true);
    arrows.push({ from: thread, to: object, text: waitWords[wait], waits: true });
  });
  steps.forEach((step) => {
    for (const lock of step.holding ?? []) {
      const held = nodes.findIndex((each) => each.key === `object ${lock}`);
      if (held >= 0) arrows.push({ from: held, to: node(`thread ${step.thread}`, step.thread, false), text: "held by", waits: false });
    }
  });
  return { nodes, arrows };
}

export function RingView({ finding }: { finding: Finding }) {
  const all = stepsOf(finding).filter((step) => step.operation !== "acquire" || step.target);
  if (all.length === 0) return null;
  const { steps, ring } = inOrder(all);
  const { nodes, arrows } = pictureOf(steps, ring);
  const round = nodes.filter((node) => node.inRing), outside = nodes.filter((node) => !node.inRing);
  const radius = Math.max(100, round.length * 30);
  const wide = 1.5 * radius;  // names are wider than they are high
  const left = outside.length > 0 ? 290 : 0;  // those that only wait for somebody stand in a column of their own
  const width = left + 2 * wide + 200, height = Math.max(2 * radius + 70, outside.length * 90 + 30);
  const spot = (index: number) => {
    const node = nodes[index]!;
    if (!node.inRing) return { x: 95, y: (height * (outside.indexOf(node) + 1)) / (outside.length + 1) };
    const angle = (2 * Math.PI * round.indexOf(node)) / round.length - Math.PI;
    return { x: left + wide + 100 + wide * Math.cos(angle), y: height / 2 + radius * Math.sin(angle) };
  };
  const words = all.map((step) => `${step.thread} ${waitWords[waitOf(step)]} ${step.target ?? "?"}${step.holding?.length ? ` and holds ${step.holding.join(", ")}` : ""}`);
  const clip = (text: string) => (text.length > 20 ? "…" + text.slice(-19) : text);
  return (
    <>
      <h3>Who waits for whom</h3>
      <div class="scroll">
        <svg class="fits" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.join("; ")}>
          <defs><marker id="ring-tip" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" refX="8" refY="4.5" orient="auto"><path class="c6" d="M0,0 L9,4.5 L0,9 z" /></marker></defs>
          {arrows.map((arrow, index) => {
            const a = spot(arrow.from), b = spot(arrow.to);
            const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
            const steep = Math.abs(b.y - a.y) / length;
            const gap = Math.min(24 + (1 - steep) * 56, length / 2 - 8);
            const cut = (from: number, to: number, by: number) => from + ((to - from) * by) / length;
            // Two that wait for each other have an arrow each way: each keeps to its right.
            const back = arrows.some((other) => other.from === arrow.to && other.to === arrow.from);
            const aside = back ? { x: (-12 * (b.y - a.y)) / length, y: (12 * (b.x - a.x)) / length } : { x: 0, y: 0 };
            return (
              <g key={`e${index}`}>
                <path class={`edge ${arrow.waits ? "missing" : ""}`} marker-end="url(#ring-tip)"
                  d={`M${cut(a.x, b.x, gap) + aside.x},${cut(a.y, b.y, gap) + aside.y} L${cut(a.x, b.x, length - gap) + aside.x},${cut(a.y, b.y, length - gap) + aside.y}`} />
                <text class="small halo" x={(a.x + b.x) / 2 + aside.x * 2} y={(a.y + b.y) / 2 + (steep < 0.3 ? -7 : 4) + aside.y * 2} text-anchor="middle">{arrow.text}</text>
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
