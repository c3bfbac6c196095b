// SPDX-License-Identifier: Apache-2.0
// An execution under a weak memory model as a graph: events in columns by thread, with rf, co, fr and hb between them.
import { useMemo, useState } from "preact/hooks";
import type { Graph, GraphEdge, Step } from "./report";
import { shortWords, threadsOf, words } from "./report";
import { clipped, colourOf } from "./lanes";
import { edgesOf } from "./edges";

const names: Record<string, string> = { rf: "reads from", co: "coherence", fr: "from-read", hb: "happens before" };

/** What happens before what, beside the order in each column: creations and joins, locks, and an acquire that reads from a release. */
function happensBefore(steps: Step[], graph: Graph): GraphEdge[] {
  const publishes = (step: Step) => /release|acq_rel|seq_cst/.test(step.order ?? "");
  const receives = (step: Step) => /acquire|acq_rel|seq_cst/.test(step.order ?? "");
  const found = new Map<string, GraphEdge>();
  const add = (from: number, to: number) => found.set(`${from} ${to}`, { relation: "hb", from, to });
  for (const [at, edges] of edgesOf(steps)) for (const edge of edges) if (edge.kind === "sw" && edge.to === at) add(edge.from, edge.to);
  for (const { relation, from, to } of graph.edges)
    if (relation === "rf" && steps[from] && steps[to] && publishes(steps[from]) && receives(steps[to])) add(from, to);
  return [...found.values()];
}

const clippedBefore = (text: string, characters: number): string => (text.length > characters ? "…" + text.slice(1 - characters) : text);

export function GraphView({ steps, graph }: { steps: Step[]; graph: Graph }) {
  const edges = useMemo(() => [...graph.edges, ...(graph.edges.some((edge) => edge.relation === "hb") ? [] : happensBefore(steps, graph))], [steps, graph]);
  const relations = [...new Set(edges.map((edge) => edge.relation))];
  const [hidden, setHidden] = useState(new Set<string>(relations.filter((relation) => relation === "hb")));
  const threads = threadsOf(steps);
  // As wide as the longest text in them wants, within reason.
  const letter = 7.3, smallLetter = 6.7;
  const wide = Math.min(380, Math.max(230, ...steps.map((step) => 16 + Math.max(shortWords(step).length * letter, step.location.length * smallLetter))));
  const pitch = wide + 70;
  const rows = new Map<string, number>();
  const spots = steps.map((step) => {
    const row = rows.get(step.thread) ?? 0;
    rows.set(step.thread, row + 1);
    return { x: 20 + threads.indexOf(step.thread) * pitch, y: 40 + row * 62 };
  });
  const height = 40 + Math.max(1, ...rows.values()) * 62;
  const toggle = (relation: string) => {
    const next = new Set(hidden);
    if (!next.delete(relation)) next.add(relation);
    setHidden(next);
  };
  return (
    <>
      <h3>Memory-model graph</h3>
      <div class="toolbar">
        {relations.map((relation) => (
          <button key={relation} aria-pressed={!hidden.has(relation)} onClick={() => toggle(relation)}>{relation} {names[relation] ?? ""}</button>
        ))}
      </div>
      <div class="scroll">
        <svg width={40 + threads.length * pitch} height={height} role="img" aria-label="graph of events">
          <defs><marker id="graph-tip" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path class="c6" d="M0,0 L8,4 L0,8 z" /></marker></defs>
          {threads.map((thread, index) => <text key={thread} class={`c${colourOf(threads, thread)}`} x={20 + index * pitch} y={20}>{thread}</text>)}
          {steps.map((step, index) => (
            <g key={index}>
              <rect class={`box ${step.decisive ? "bad" : ""}`} x={spots[index]!.x} y={spots[index]!.y} width={wide} height={36} rx={5} />
              <text x={spots[index]!.x + 8} y={spots[index]!.y + 15}>{clipped(shortWords(step), Math.floor((wide - 16) / letter))}</text>
              <text class="small" x={spots[index]!.x + 8} y={spots[index]!.y + 30}>{clippedBefore(step.location, Math.floor((wide - 16) / smallLetter))}</text>
              <title>{words(step)} {step.location}</title>
            </g>
          ))}
          {edges.filter((edge) => !hidden.has(edge.relation) && spots[edge.from] && spots[edge.to]).map((edge, index) => {
            const a = spots[edge.from]!, b = spots[edge.to]!;
            const right = b.x > a.x, same = a.x === b.x;
            const x1 = right || same ? a.x + wide : a.x, x2 = same ? b.x + wide : right ? b.x : b.x + wide;
            const bend = same ? 50 : right ? 40 : -40;
            return (
              <g key={`e${index}`}>
                <path class={`edge ${edge.relation}`} marker-end="url(#graph-tip)" d={`M${x1},${a.y + 18} C${x1 + bend},${a.y + 18} ${x2 + (same ? bend : -bend)},${b.y + 18} ${x2},${b.y + 18}`} />
                <text class={`small halo ${edge.relation}`} x={x1 + (x2 - x1) * 0.28 + (same ? 34 : 0)} y={a.y + (b.y - a.y) * (same ? 0.5 : 0.2) + 22} text-anchor="middle">{edge.relation}</text>
              </g>
            );
          })}
        </svg>
      </div>
    </>
  );
}
