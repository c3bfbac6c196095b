// SPDX-License-Identifier: Apache-2.0
// One finding: what it is, the picture that its kind deserves, the schedule, and the source that follows.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Finding, Step } from "./report";
import { placeOf, scheduleOf, stepsOf, threadsOf, words } from "./report";
import { Schedule } from "./schedule";
import { Source } from "./source";
import { RaceView } from "./race";
import { RingView } from "./ring";
import { HistoryView } from "./history";
import { GraphView } from "./graph";
import { HeapView } from "./heap";
import { previousOf, valuesAt } from "./values";
import { Prose } from "./prose";
import { isWeak } from "./edges";

interface Props { finding: Finding; sources: Record<string, string>; step: number; link: () => string; onStep: (step: number) => void }

function Threads({ finding }: { finding: Finding }) {
  if (!finding.threads?.length) return null;
  return (
    <ul class="notes">
      {finding.threads.filter((thread) => thread.runs || thread.created || thread.label).map((thread) => (
        <li key={thread.name}>
          <b>{thread.name}</b>{thread.label ? ` “${thread.label}”` : ""}{thread.runs ? ` runs ${thread.runs}` : ""}
          {thread.created ? `, created at ${thread.created}` : ""}{thread.by ? ` by ${thread.by}` : ""}
        </li>
      ))}
    </ul>
  );
}

function Detail({ steps, index, previous, weak }: { steps: Step[]; index: number; previous: Int32Array; weak: boolean }) {
  const step = steps[index];
  if (!step) return null;
  const values = weak ? [] : valuesAt(steps, previous, index);
  return (
    <div class="card" aria-live="polite" id="detail">
      <h4>step {index + 1} of {steps.length}: {step.thread} {words(step)}</h4>
      <dl class="detail">
        <dt>where</dt><dd><code>{step.location || "unknown"}</code>{step.function ? ` ${step.function}` : ""}</dd>
        {step.holding?.length ? <><dt>holding</dt><dd>{step.holding.join(", ")}</dd></> : null}
        {step.sees ? <><dt>sees</dt><dd>{step.sees}{step.why ? `: ${step.why}` : ""}</dd></> : null}
        {step.event !== undefined ? <><dt>event</dt><dd>{step.event}</dd></> : null}
      </dl>
      {step.heap && <HeapView heap={step.heap} before={steps[index - 1]?.heap} />}
      {step.stack && step.stack.length > 0 && (
        <ol class="stack">{step.stack.map((frame, at) => <li key={at}>{frame.function} <code class="dim">{frame.location}</code></li>)}</ol>
      )}
      {weak && <p class="dim">Under this memory model a variable has no one value at a time: each load says which store it reads.</p>}
      {values.length > 0 && (
        <table class="values">
          <caption class="hidden">values after this step, the latest first</caption>
          <tbody>
            {values.map(({ name, value, changed }) => (
              <tr key={name} class={changed ? "changed" : ""}><td><code>{name}</code></td><td><code>{value}</code>{changed ? " ◂ changed" : ""}</td></tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

export function FindingView({ finding, sources, step, link, onStep }: Props) {
  // Of the whole schedule, once: a step must not cost more the longer it is.
  const { steps, threads, first, previous, weak } = useMemo(() => {
    const all = scheduleOf(finding);
    const decisive = all.findIndex((each) => each.decisive);
    return { steps: all, threads: threadsOf(all), first: decisive >= 0 ? decisive : all.length - 1, previous: previousOf(all), weak: isWeak(all, finding.graph) };
  }, [finding]);
  const last = steps.length - 1;
  const chosen = step >= 0 && step < steps.length ? step : first;
  // The steps of a race or a deadlock alone are no schedule: its picture has them.
  const isSchedule = steps.length > 0 && (Boolean(finding.schedule?.length) || !/^(data-race|deadlock)$/.test(finding.kind));
  const move = useRef<(by: number) => void>(() => undefined);
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard?.writeText(link()).then(() => setCopied(true), () => setCopied(false));
  };
  return (
    <>
      <h2><Prose text={finding.message} /></h2>
      <p class="dim">
        {finding.kind.replace(/-/g, " ")}, {finding.certainty}{finding.count > 1 ? `, seen ${finding.count} times` : ""}
        {finding.witness?.file ? <> · <code>heddle replay {finding.witness.file}</code></> : null}
      </p>
      {finding.notes && <ul class="notes">{finding.notes.map((note, index) => <li key={index}><Prose text={note} /></li>)}</ul>}
      <Threads finding={finding} />
      {finding.kind === "data-race" && <RaceView finding={finding} sources={sources} threads={threads} />}
      {finding.kind === "deadlock" && <RingView finding={finding} />}
      {finding.history && <HistoryView history={finding.history} />}
      {finding.graph && <GraphView steps={steps} graph={finding.graph} />}
      {isSchedule && (
        <>
          <h3>{finding.schedule?.length || finding.kind !== "predicate" ? "Schedule" : "Where each thread stands"}</h3>
          <div class="columns">
            <div>
              <Schedule steps={steps} graph={finding.graph} weak={weak} other={finding.passing} threads={threads} sources={sources} chosen={chosen} onStep={onStep} move={move} />
            </div>
            <div>
              <div class="toolbar">
                <button disabled={chosen <= 0} title="key ← or ↑" onClick={() => move.current(-1)}>◂ back</button>
                <button disabled={chosen >= last} title="key → or ↓" onClick={() => move.current(1)}>forward ▸</button>
                <button onClick={copy}>{copied ? "copied" : "copy link"}</button>
              </div>
              <Detail steps={steps} index={chosen} previous={previous} weak={weak} />
              <Source place={placeOf(steps[chosen]?.location)} sources={sources} />
            </div>
          </div>
        </>
      )}
      {finding.kind !== "data-race" && (finding.schedule?.length || finding.kind === "deadlock") && stepsOf(finding).length > 0 ? (
        <>
          <h3>Where it fails</h3>
          <div class="cards">
            {stepsOf(finding).map((each, index) => (
              <div class="card" key={index}>
                <h4>{each.thread} {words(each)}</h4>
                <code>{each.location}</code> {each.function}
                {each.holding?.length ? <div>holding {each.holding.join(", ")}</div> : null}
                {each.stack && <ol class="stack">{each.stack.map((frame, at) => <li key={at}>{frame.function} <code class="dim">{frame.location}</code></li>)}</ol>}
              </div>
            ))}
          </div>
        </>
      ) : null}
    </>
  );
}
