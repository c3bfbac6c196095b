// SPDX-License-Identifier: Apache-2.0
// The schedule of a finding: what is shown of it (by thread, variable, lock, text), alone or beside a run that passes.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Graph, Step } from "./report";
import { isOnThread, isSynchronising, placeOf, words } from "./report";
import { HappensBefore, differences, edgesOf, lowerBound } from "./edges";
import { Lanes } from "./lanes";
import { linesOf } from "./source";

interface Props {
  steps: Step[];
  graph?: Graph | undefined;
  weak: boolean;
  other?: Step[] | undefined;
  threads: string[];
  sources: Record<string, string>;
  chosen: number;
  onStep: (step: number) => void;
  /** Steps on among those that are shown. */
  move: { current: (by: number) => void };
}
const none = new Set<number>();
const few = 4;  // steps: nobody filters or searches so many
const allOf = (steps: Step[]): number[] => steps.map((_, index) => index);

export function Schedule(props: Props) {
  const { steps, graph, weak, other, threads, sources, chosen, onStep, move } = props;
  const [thread, setThread] = useState("");
  const [variable, setVariable] = useState("");
  const [text, setText] = useState("");
  const [collapsed, setCollapsed] = useState(false);
  const [beside, setBeside] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const edges = useMemo(() => edgesOf(steps, graph, weak), [steps]);
  const order = useMemo(() => (ordering ? new HappensBefore(steps, threads, edges) : undefined), [ordering, steps]);
  const variables = useMemo(() => [...new Set(steps.map((step) => (isOnThread(step) ? "" : step.target ?? "")))].filter((name) => name !== "").sort().slice(0, 500), [steps]);
  const shown = useMemo(() => {
    if (!thread && !variable && !collapsed) return allOf(steps);
    const rows: number[] = [];
    steps.forEach((step, index) => {
      if (thread && step.thread !== thread) return;
      if (variable && step.target !== variable && !step.holding?.includes(variable)) return;
      if (collapsed && !step.decisive && !isSynchronising(step)) return;
      rows.push(index);
    });
    return rows;
  }, [steps, thread, variable, collapsed]);
  // What is chosen is in sight: if a filter hides it, the next step that it leaves is chosen.
  useEffect(() => {
    const row = lowerBound(shown, chosen);
    if (shown.length > 0 && shown[row] !== chosen) onStep(shown[Math.min(row, shown.length - 1)]!);
  }, [shown]);
  move.current = (by) => {
    const step = shown[lowerBound(shown, chosen) + by];
    if (step !== undefined) onStep(step);
  };
  const found = useMemo(() => {
    const wanted = text.toLowerCase();
    const matches = (step: Step) => `${step.thread} ${words(step)} ${step.location} ${step.function ?? ""}`.toLowerCase().includes(wanted);
    return text === "" ? none : new Set(shown.filter((index) => matches(steps[index]!)));
  }, [shown, text]);
  const passing = useMemo(() => (beside && other ? { edges: edgesOf(other, undefined, weak), all: allOf(other), here: differences(steps, other), there: differences(other, steps) } : undefined), [beside, steps, other]);
  const lineOf = useMemo(() => (step: Step) => {
    const place = placeOf(step.location);
    return place ? linesOf(sources, place.file)?.[place.line - 1]?.trim() ?? "" : "";
  }, [sources]);
  const next = (event: Event) => {
    event.preventDefault();
    const after = shown.find((index) => index > chosen && found.has(index)) ?? shown.find((index) => found.has(index));
    if (after !== undefined) onStep(after);
  };
  const main = { steps, edges, threads, chosen, onStep, shown, found, order, lineOf, prefix: "step" };
  return (
    <>
      {(steps.length > few || other) && <form class="toolbar" onSubmit={next} role="search">
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
        <button type="button" aria-pressed={ordering} onClick={() => setOrdering(!ordering)}>happens before</button>
        {other && <button type="button" aria-pressed={beside} onClick={() => setBeside(!beside)}>beside a passing run</button>}
        <span class="dim" aria-live="polite">{shown.length.toLocaleString("en")} of {steps.length.toLocaleString("en")} steps</span>
      </form>}
      {passing && other ? (
        <div class="sides">
          <div><h4>fails</h4><Lanes {...main} keys different={passing.here} label="the failing schedule" /></div>
          <div><h4>passes</h4><Lanes {...main} steps={other} edges={passing.edges} shown={passing.all} found={none} chosen={-1} onStep={() => undefined} order={undefined}
            different={passing.there} label="a passing schedule" prefix="passing" /></div>
        </div>
      ) : (
        <Lanes {...main} keys different={none} label="schedule" />
      )}
      <p class="dim">■ locks · ● synchronisation · • plain accesses · ★ decides · ↯ without a reason: a wake-up, a timeout
        {passing && " · ≠ differs from the run beside it"}{ordering && " · ∥ nothing orders it with the chosen step"} · a bar is a lock that is held · arrows of the chosen step: solid orders, dashed reads from
        · keys: <kbd>↑</kbd> <kbd>↓</kbd> or <kbd>←</kbd> <kbd>→</kbd> step; in the schedule <kbd>Home</kbd> <kbd>End</kbd> <kbd>Page Up</kbd> <kbd>Page Down</kbd>, too</p>
    </>
  );
}
