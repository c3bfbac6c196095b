// SPDX-License-Identifier: Apache-2.0
// What orders the steps of a schedule, found in one pass: a release and the next acquire of the lock, a creation and the
// thread's first step, a thread's last step and its join, and a read with the write that it reads from.
import type { Step } from "./report";
import { isRead, isWrite } from "./report";

export interface Edge { from: number; to: number; kind: "sw" | "rf" }
export interface LockSpan { thread: string; lock: string; from: number; to: number }

export function edgesOf(steps: Step[]): Edge[][] {
  const at: Edge[][] = steps.map(() => []);
  const add = (from: number, to: number, kind: Edge["kind"]) => {
    const edge = { from, to, kind };
    at[from]!.push(edge);
    at[to]!.push(edge);
  };
  const released = new Map<string, number>(), written = new Map<string, number>(), latest = new Map<string, number>();
  const forks: number[] = [];
  steps.forEach((step, index) => {
    const target = step.target ?? "";
    if (!latest.has(step.thread)) {
      const fork = forks.findIndex((each) => steps[each]!.target === step.thread || steps[each]!.thread !== step.thread);
      if (fork >= 0 && step.thread !== "main") add(forks.splice(fork, 1)[0]!, index, "sw");
    }
    latest.set(step.thread, index);
    if (step.operation === "fork") forks.push(index);
    if (step.operation === "join" && latest.has(target)) add(latest.get(target)!, index, "sw");
    if (/^acquire|^wake|^receive/.test(step.operation)) {
      const from = released.get(target);
      if (from !== undefined && steps[from]!.thread !== step.thread) add(from, index, "sw");
    }
    if (/^release|^notify|^send|^wait/.test(step.operation)) released.set(target, index);
    if (step.reads_from !== undefined) {
      if (step.reads_from >= 0 && step.reads_from < steps.length) add(step.reads_from, index, "rf");
    } else if (isRead(step) && target) {
      const from = written.get(target);
      if (from !== undefined && steps[from]!.thread !== step.thread) add(from, index, "rf");
    }
    if (isWrite(step) && target) written.set(target, index);
  });
  return at;
}

export function lockSpans(steps: Step[]): LockSpan[] {
  const open = new Map<string, LockSpan>();
  const spans: LockSpan[] = [];
  steps.forEach((step, index) => {
    const key = `${step.thread}\0${step.target ?? ""}`;
    if (/^acquire/.test(step.operation)) open.set(key, { thread: step.thread, lock: step.target ?? "", from: index, to: steps.length - 1 });
    if (/^release|^wait$/.test(step.operation)) {
      const span = open.get(key);
      if (span) spans.push({ ...span, to: index });
      open.delete(key);
    }
  });
  return [...spans, ...open.values()];
}

/** Steps of `steps` that the other schedule does not have at the same place: the first difference and what follows it. */
export function differences(steps: Step[], other: Step[]): Set<number> {
  const key = (step: Step | undefined) => (step ? `${step.thread}|${step.operation}|${step.target ?? ""}|${step.location}|${step.shows ?? step.value ?? ""}` : "");
  const different = new Set<number>();
  let same = 0;
  while (same < steps.length && key(steps[same]) === key(other[same])) ++same;
  const rest = new Map<string, number>();
  for (const step of other.slice(same)) rest.set(key(step), (rest.get(key(step)) ?? 0) + 1);
  for (let i = same; i < steps.length; ++i) {
    const left = rest.get(key(steps[i])) ?? 0;
    if (left > 0 && i > same) rest.set(key(steps[i]), left - 1);
    else different.add(i);
  }
  return different;
}
