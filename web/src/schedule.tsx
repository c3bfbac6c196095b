// SPDX-License-Identifier: Apache-2.0
// The schedule as lanes, one a thread, time downwards. Only the rows in sight are drawn, so that a hundred thousand steps
// scroll as lightly as a hundred.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Step } from "./report";
import { isLock, isSynchronising, shortWords, words } from "./report";
import type { Edge } from "./edges";
import { differences, edgesOf, lockSpans } from "./edges";

const rowHeight = 24;
const gutter = 64;
const spare = 6;

interface Props {
  steps: Step[];
  other?: Step[] | undefined;
  threads: string[];
  chosen: number;
  onStep: (step: number) => void;
}
export const colourOf = (threads: string[], thread: string): number => Math.max(0, threads.indexOf(thread)) % 8;
const clipped = (text: string, characters: number): string => (text.length > characters ? text.slice(0, Math.max(1, characters - 1)) + "…" : text);

interface LanesProps extends Props { shown: number[]; found: Set<number>; different: Set<number>; label: string; prefix: string }

function Lanes({ steps, threads, chosen, onStep, shown, found, different, label, prefix }: LanesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 460, width: 800 });
  const [over, setOver] = useState(-1);
  const edges = useMemo(() => edgesOf(steps), [steps]);
  const spans = useMemo(() => lockSpans(steps), [steps]);
  const rowOf = useMemo(() => new Map(shown.map((step, row) => [step, row])), [shown]);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const row = rowOf.get(chosen);
    const element = box.current;
    if (row === undefined || !element) return;
    const top = row * rowHeight;
    if (top < element.scrollTop + rowHeight) element.scrollTop = Math.max(0, top - 2 * rowHeight);
    else if (top > element.scrollTop + element.clientHeight - 2 * rowHeight) element.scrollTop = top - element.clientHeight + 3 * rowHeight;
  }, [chosen, rowOf]);
  const move = (event: KeyboardEvent) => {
    const row = rowOf.get(chosen) ?? -1;
    const page = Math.floor(view.height / rowHeight);
    const next = { ArrowDown: row + 1, ArrowUp: row - 1, PageDown: row + page, PageUp: row - page, Home: 0, End: shown.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const step = shown[Math.min(shown.length - 1, Math.max(0, next))];
    if (step !== undefined) onStep(step);
  };
  const lane = Math.max(110, (view.width - gutter - 4) / Math.max(1, threads.length));
  const width = Math.max(view.width, gutter + lane * threads.length);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const end = Math.min(shown.length, Math.ceil((view.top + view.height) / rowHeight) + spare);
  const x = (thread: string) => gutter + 14 + Math.max(0, threads.indexOf(thread)) * lane;
  const y = (row: number) => row * rowHeight - view.top + rowHeight / 2;
  const characters = Math.floor((lane - 30) / 7.3);
  const focus = over >= 0 ? over : chosen;
  const drawn: Edge[] = focus >= 0 ? edges[focus] ?? [] : [];
  return (
    <>
      <div class="laneheads" aria-hidden="true">
        <span class="lane-gutter" ref={(element) => { if (element) element.style.width = `${gutter}px`; }}>step</span>
        {threads.map((thread) => (
          <span key={thread} class={`k${colourOf(threads, thread)}`} ref={(element) => { if (element) element.style.width = `${lane}px`; }}>{thread}</span>
        ))}
      </div>
      <div class="lanes" ref={box} tabIndex={0} role="listbox" aria-label={label} aria-activedescendant={chosen >= 0 ? `${prefix}-${chosen}` : undefined}
        onScroll={(event) => setView({ ...view, top: event.currentTarget.scrollTop })} onKeyDown={move} onMouseLeave={() => setOver(-1)}>
        <div class="space" ref={(element) => { if (element) element.style.height = `${shown.length * rowHeight + 4}px`; }} />
        <svg width={width} height={Math.min(view.height, Math.max(shown.length * rowHeight + 4, 40))} role="presentation">
          <defs><marker id="tip" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path class="c6" d="M0,0 L8,4 L0,8 z" /></marker></defs>
          {threads.map((thread) => <line key={thread} class="lane" x1={x(thread)} x2={x(thread)} y1={0} y2={view.height} />)}
          {spans.map((span, index) => {
            const from = rowOf.get(span.from), to = rowOf.get(span.to) ?? shown.length - 1;
            if (from === undefined || to < first || from > end) return null;
            return (
              <rect key={index} class={`held c${colourOf(threads, span.thread)}`} x={x(span.thread) - 5} width={10} y={y(from)} height={Math.max(6, (to - from) * rowHeight)}>
                <title>{span.thread} holds {span.lock}</title>
              </rect>
            );
          })}
          {shown.slice(first, end).map((index, offset) => {
            const step = steps[index]!;
            const middle = y(first + offset);
            const colour = colourOf(threads, step.thread);
            const state = [index === chosen && "chosen", step.decisive && "decisive", found.has(index) && "found", different.has(index) && "differs"].filter(Boolean).join(" ");
            return (
              <g key={index} id={`${prefix}-${index}`} class={`row ${state}`} role="option" aria-selected={index === chosen}
                aria-label={`step ${index + 1}, ${step.thread}, ${words(step)}, ${step.location}${step.decisive ? ", decisive" : ""}${different.has(index) ? ", differs" : ""}`}
                onClick={() => onStep(index)} onMouseEnter={() => setOver(index)}>
                <rect class="hit" x={0} y={middle - rowHeight / 2} width={width} height={rowHeight} />
                <text class="small" x={6} y={middle + 4}>{index + 1}{step.decisive ? " ★" : ""}{step.baseless ? " ↯" : ""}{different.has(index) ? " ≠" : ""}</text>
                {isLock(step) ? <rect class={`c${colour}`} x={x(step.thread) - 5} y={middle - 5} width={10} height={10} />
                  : isSynchronising(step) ? <circle class={`c${colour}`} cx={x(step.thread)} cy={middle} r={5.5} />
                  : <circle class={`c${colour}`} cx={x(step.thread)} cy={middle} r={3.5} />}
                <text class="words" x={x(step.thread) + 12} y={middle + 4}>{clipped(shortWords(step), characters)}<title>{words(step)} {step.location}</title></text>
              </g>
            );
          })}
          {drawn.map((edge, index) => {
            const from = rowOf.get(edge.from), to = rowOf.get(edge.to);
            if (from === undefined || to === undefined) return null;
            const x1 = x(steps[edge.from]!.thread), x2 = x(steps[edge.to]!.thread), bend = x1 === x2 ? 40 : 0;
            return (
              <path key={`e${index}`} class={`edge ${edge.kind}`} marker-end="url(#tip)"
                d={`M${x1},${y(from) + 5} C${x1 + bend},${(y(from) + y(to)) / 2} ${x2 + bend},${(y(from) + y(to)) / 2} ${x2},${y(to) - 6}`}>
                <title>{edge.kind === "rf" ? "reads from" : "synchronises with"}</title>
              </path>
            );
          })}
        </svg>
      </div>
    </>
  );
}

export function Schedule(props: Props) {
  const { steps, other, threads } = props;
  const [thread, setThread] = useState("");
  const [variable, setVariable] = useState("");
  const [text, setText] = useState("");
  const [collapsed, setCollapsed] = useState(false);
  const [beside, setBeside] = useState(false);
  const variables = useMemo(() => [...new Set(steps.map((step) => step.target ?? ""))].filter((name) => name !== "").sort().slice(0, 500), [steps]);
  const matches = (step: Step) => text !== "" && `${step.thread} ${words(step)} ${step.location} ${step.function ?? ""}`.toLowerCase().includes(text.toLowerCase());
  const shown = useMemo(() => {
    const rows: number[] = [];
    steps.forEach((step, index) => {
      if (thread && step.thread !== thread) return;
      if (variable && step.target !== variable && !step.holding?.includes(variable)) return;
      if (collapsed && !step.decisive && !isSynchronising(step)) return;
      rows.push(index);
    });
    return rows;
  }, [steps, thread, variable, collapsed]);
  const found = useMemo(() => new Set(text === "" ? [] : shown.filter((index) => matches(steps[index]!))), [shown, text]);
  const different = useMemo(() => (other ? differences(steps, other) : new Set<number>()), [steps, other]);
  const next = (event: Event) => {
    event.preventDefault();
    const after = shown.find((index) => index > props.chosen && found.has(index)) ?? shown.find((index) => found.has(index));
    if (after !== undefined) props.onStep(after);
  };
  return (
    <>
      <form class="toolbar" onSubmit={next} role="search">
        <select aria-label="thread" value={thread} onChange={(event) => setThread(event.currentTarget.value)}>
          <option value="">all threads</option>
          {threads.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
        <select aria-label="variable or lock" value={variable} onChange={(event) => setVariable(event.currentTarget.value)}>
          <option value="">all variables and locks</option>
          {variables.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
        <input type="search" placeholder="search" aria-label="search in the steps" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit" disabled={found.size === 0}>next{text !== "" ? ` of ${found.size}` : ""}</button>
        <button type="button" aria-pressed={collapsed} onClick={() => setCollapsed(!collapsed)}>synchronisation only</button>
        {other && <button type="button" aria-pressed={beside} onClick={() => setBeside(!beside)}>beside a passing run</button>}
        <span class="dim" aria-live="polite">{shown.length} of {steps.length} steps</span>
      </form>
      {beside && other ? (
        <div class="sides">
          <div><h4>fails</h4><Lanes {...props} shown={shown} found={found} different={different} label="the failing schedule" prefix="step" /></div>
          <div><h4>passes</h4><Lanes {...props} steps={other} shown={other.map((_, index) => index)} found={new Set()} chosen={-1} onStep={() => undefined}
            different={differences(other, steps)} label="a passing schedule" prefix="passing" /></div>
        </div>
      ) : (
        <Lanes {...props} shown={shown} found={found} different={new Set()} label="schedule" prefix="step" />
      )}
      <p class="dim">■ locks · ● synchronisation · • plain accesses · ★ decides · ↯ without a reason: a wake-up, a timeout · ≠ differs from the run beside it · a bar is a lock that is held · arrows of the chosen step: solid orders, dashed reads from</p>
    </>
  );
}
