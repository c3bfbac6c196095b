// SPDX-License-Identifier: Apache-2.0
// A schedule as lanes, one a thread, time downwards. Only the rows in sight are drawn, and nothing that a step or a scroll
// asks for grows with the schedule: a hundred thousand steps move as lightly as a hundred. On paper all rows are in sight.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Step } from "./report";
import { isLock, isSynchronising, placeOf, shortWords, words } from "./report";
import type { Edge, Edges, HappensBefore } from "./edges";
import { lockSpans, lowerBound, spansIn } from "./edges";

const rowHeight = 24, gutter = 64, spare = 6, tallest = 460, letter = 7.3;
const mostOnPaper = 2000;

export const colourOf = (threads: string[], thread: string): number => Math.max(0, threads.indexOf(thread)) % 8;
export const clipped = (text: string, characters: number): string => (text.length > characters ? text.slice(0, Math.max(1, characters - 1)) + "…" : text);

export interface LanesProps {
  steps: Step[];
  edges: Edges;
  threads: string[];
  chosen: number;
  onStep: (step: number) => void;
  shown: number[];
  found: Set<number>;
  different: Set<number>;
  order?: HappensBefore | undefined;
  lineOf: (step: Step) => string;
  label: string;
  prefix: string;
  /** Arrow keys step wherever one is on the page, but where they have a meaning of their own. */
  keys?: boolean;
}

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => setPrinting(true), end = () => setPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => { removeEventListener("beforeprint", begin); removeEventListener("afterprint", end); };
  }, []);
  return printing;
}

function Mark({ step, colour, x, y }: { step: Step; colour: number; x: number; y: number }) {
  if (isLock(step)) return <rect class={`c${colour}`} x={x - 5} y={y - 5} width={10} height={10} />;
  return <circle class={`c${colour}`} cx={x} cy={y} r={isSynchronising(step) ? 5.5 : 3.5} />;
}

/** The words of a step beside its mark: a row has one step, so they may run on over the other lanes, to the roomier side. */
function Words({ step, x, y, width, line }: { step: Step; x: number; y: number; width: number; line: string }) {
  const text = shortWords(step);
  const right = Math.floor((width - x - 20) / letter), left = Math.floor((x - gutter - 14) / letter);
  const leftwards = text.length > right && left > right;
  const room = leftwards ? left : right;
  const rest = leftwards ? 0 : room - text.length - 3;
  return (
    <text class="words" x={leftwards ? x - 12 : x + 12} y={y + 4} text-anchor={leftwards ? "end" : "start"}>
      {clipped(text, room)}{rest > 12 && line !== "" && <tspan class="line" dx="14">{clipped(line, rest)}</tspan>}
      <title>{words(step)} {step.location}</title>
    </text>
  );
}

export function Lanes(props: LanesProps) {
  const { steps, edges, threads, chosen, onStep, shown, found, different, order, lineOf, label, prefix, keys } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: tallest, width: 800 });
  const [over, setOver] = useState(-1);
  const printing = usePrinting();
  const spans = useMemo(() => lockSpans(steps), [steps]);
  const rowOf = (step: number): number | undefined => {
    const row = lowerBound(shown, step);
    return shown[row] === step ? row : undefined;
  };
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const row = rowOf(chosen);
    const element = box.current;
    if (row === undefined || !element) return;
    const top = row * rowHeight;
    if (top < view.top + rowHeight) element.scrollTop = Math.max(0, top - 2 * rowHeight);
    else if (top > view.top + view.height - 2 * rowHeight) element.scrollTop = top - view.height + 3 * rowHeight;
  }, [chosen, shown]);
  const move = (event: KeyboardEvent) => {
    const row = rowOf(chosen) ?? -1;
    const page = Math.floor(view.height / rowHeight);
    const next = { ArrowDown: row + 1, ArrowUp: row - 1, ArrowRight: row + 1, ArrowLeft: row - 1, PageDown: row + page, PageUp: row - page, Home: 0, End: shown.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const step = shown[Math.min(shown.length - 1, Math.max(0, next))];
    if (step !== undefined) onStep(step);
  };
  // A key may come when a step is drawn and effects have not run yet: it has to step on from what is drawn.
  const moveFromHere = useRef(move);
  moveFromHere.current = move;
  useLayoutEffect(() => {
    if (!keys) return undefined;
    const anywhere = (event: KeyboardEvent) => {
      const taken = event.target instanceof Element && event.target.closest("input, select, [tabindex], [contenteditable]");
      if (!taken && !event.defaultPrevented && !event.ctrlKey && !event.altKey && !event.metaKey && event.key.startsWith("Arrow")) moveFromHere.current(event);
    };
    addEventListener("keydown", anywhere);
    return () => removeEventListener("keydown", anywhere);
  }, [keys]);
  const whole = shown.length * rowHeight + 4;
  const top = printing ? 0 : view.top;
  const height = printing ? Math.min(whole, mostOnPaper * rowHeight) : Math.min(view.height, Math.max(whole, 40));
  const lane = Math.max(44, (view.width - gutter - 4) / Math.max(1, threads.length));
  const width = Math.max(view.width, gutter + lane * threads.length);
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const end = Math.min(shown.length, Math.ceil((top + height) / rowHeight) + spare);
  const x = (thread: string) => gutter + 14 + Math.max(0, threads.indexOf(thread)) * lane;
  const y = (row: number) => row * rowHeight - top + rowHeight / 2;
  const focus = over >= 0 ? over : chosen;
  const drawn: Edge[] = focus >= 0 ? edges.get(focus) ?? [] : [];
  const rows = shown.slice(first, end);
  const stateOf = (index: number) =>
    [index === chosen && "chosen", steps[index]!.decisive && "decisive", found.has(index) && "found", different.has(index) && "differs",
      order && chosen >= 0 && order.unordered(index, chosen) && "unordered"].filter(Boolean).join(" ");
  return (
    <>
      <div class="laneheads" aria-hidden="true">
        <span class="lane-gutter" ref={(element) => { if (element) element.style.width = `${gutter}px`; }}>step</span>
        {threads.map((thread) => (
          <span key={thread} class={`k${colourOf(threads, thread)}`} title={thread} ref={(element) => { if (element) element.style.width = `${lane}px`; }}>{thread}</span>
        ))}
      </div>
      <div class="lanes" tabIndex={0} role="listbox" aria-label={label} aria-activedescendant={chosen >= 0 ? `${prefix}-${chosen}` : undefined}
        ref={(element) => { box.current = element; if (element) element.style.height = `${printing ? whole : Math.min(tallest, whole + 4)}px`; }}
        onScroll={(event) => setView({ ...view, top: event.currentTarget.scrollTop })} onKeyDown={move} onMouseLeave={() => setOver(-1)}>
        <div class="space" ref={(element) => { if (element) element.style.height = `${whole}px`; }} />
        <svg width={width} height={height} role="presentation">
          <defs><marker id="tip" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path class="c6" d="M0,0 L8,4 L0,8 z" /></marker></defs>
          {rows.map((index, offset) => (index === chosen || different.has(index)) && (
            <rect key={`b${index}`} class={`back ${index === chosen ? "chosen" : "differs"}`} x={0} y={y(first + offset) - rowHeight / 2} width={width} height={rowHeight} />
          ))}
          {threads.map((thread) => <line key={thread} class="lane" x1={x(thread)} x2={x(thread)} y1={0} y2={height} />)}
          {rows.length > 0 && spansIn(spans, rows[0]!, rows[rows.length - 1]!).map((span) => {
            const from = lowerBound(shown, span.from), to = Math.min(shown.length - 1, lowerBound(shown, span.to));
            const begin = Math.max(y(from), -rowHeight), finish = Math.min(y(to), height + rowHeight);
            return (
              <rect key={`${span.from} ${span.lock}`} class={`held c${colourOf(threads, span.thread)}`} x={x(span.thread) - 5} width={10} y={begin} height={Math.max(6, finish - begin)}>
                <title>{span.thread} holds {span.lock}</title>
              </rect>
            );
          })}
          {drawn.map((edge, index) => {
            const from = rowOf(edge.from), to = rowOf(edge.to);
            if (from === undefined || to === undefined) return null;
            const x1 = x(steps[edge.from]!.thread), x2 = x(steps[edge.to]!.thread), bend = x1 === x2 ? 40 : 0;
            return (
              <path key={`e${index}`} class={`edge ${edge.kind}`} marker-end="url(#tip)"
                d={`M${x1},${y(from) + 5} C${x1 + bend},${(y(from) + y(to)) / 2} ${x2 + bend},${(y(from) + y(to)) / 2} ${x2},${y(to) - 6}`} />
            );
          })}
          {rows.map((index, offset) => {
            const step = steps[index]!;
            const middle = y(first + offset);
            const state = stateOf(index);
            const unordered = state.includes("unordered");
            return (
              <g key={index} id={`${prefix}-${index}`} class={`row ${state}`} role="option" aria-selected={index === chosen} aria-setsize={shown.length} aria-posinset={first + offset + 1}
                aria-label={`step ${index + 1}, ${step.thread}, ${words(step)}, ${step.location}${step.decisive ? ", decisive" : ""}${different.has(index) ? ", differs" : ""}${unordered ? ", not ordered with the chosen step" : ""}`}
                onClick={() => onStep(index)} onMouseEnter={() => setOver(index)}>
                <rect class="hit" x={0} y={middle - rowHeight / 2} width={width} height={rowHeight} />
                <text class="small" x={6} y={middle + 4}>{index + 1}{step.decisive ? " ★" : ""}{step.baseless ? " ↯" : ""}{different.has(index) ? " ≠" : ""}{unordered ? " ∥" : ""}</text>
                <Mark step={step} colour={colourOf(threads, step.thread)} x={x(step.thread)} y={middle} />
                <Words step={step} x={x(step.thread)} y={middle} width={width} line={placeOf(step.location) ? lineOf(step) : ""} />
              </g>
            );
          })}
        </svg>
      </div>
    </>
  );
}
