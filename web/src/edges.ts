// SPDX-License-Identifier: Apache-2.0
// What orders the steps of a schedule, found in one pass: a release and the next acquire of the lock, a creation and the
// thread's first step, a thread's last step and its join, and a read with the write that it reads from.
import type { Graph, Step } from "./report";
import { isRead, isWrite } from "./report";

export interface Edge { from: number; to: number; kind: "sw" | "rf" }
export interface LockSpan { thread: string; lock: string; from: number; to: number }
export type Edges = Map<number, Edge[]>;

/** Under a weak memory model who reads from whom is told, never guessed from the order of the steps. */
export const isWeak = (steps: Step[], graph?: Graph): boolean => graph !== undefined || steps.some((step) => step.sees !== undefined);

export function edgesOf(steps: Step[], graph?: Graph, weak = isWeak(steps, graph)): Edges {
  const at: Edges = new Map();
  const put = (step: number, edge: Edge) => {
    const known = at.get(step);
    if (known) known.push(edge);
    else at.set(step, [edge]);
  };
  const add = (from: number, to: number, kind: Edge["kind"]) => {
    const edge = { from, to, kind };
    put(from, edge);
    put(to, edge);
  };
  const released = new Map<string, number>(), written = new Map<string, number>(), latest = new Map<string, number>();
  const forks: number[] = [];
  steps.forEach((step, index) => {
    const target = step.target ?? "";
    if (!latest.has(step.thread)) {
      const fork = forks.findIndex((each) => (steps[each]!.target ?? step.thread) === step.thread);
      if (fork >= 0 && step.thread !== "main") add(forks.splice(fork, 1)[0]!, index, "sw");
    }
    latest.set(step.thread, index);
    if (step.operation === "fork") forks.push(index);
    if (step.operation === "join" && latest.has(target)) add(latest.get(target)!, index, "sw");
    if (step.operation.startsWith("acquire") || step.operation.startsWith("wake") || step.operation.startsWith("receive")) {
      const from = released.get(target);
      if (from !== undefined && steps[from]!.thread !== step.thread) add(from, index, "sw");
    }
    if (/^(release|notify|send|wait)/.test(step.operation)) released.set(target, index);
    if (target && isRead(step) && !weak) {
      const from = written.get(target);
      if (from !== undefined && steps[from]!.thread !== step.thread) add(from, index, "rf");
    }
    if (target && isWrite(step)) written.set(target, index);
  });
  for (const { relation, from, to } of graph?.edges ?? []) if (relation === "rf" && steps[from] && steps[to]) add(from, to, "rf");
  return at;
}

/** Of each thread and lock, in the order of time: one ends before the next begins. Where steps say which locks are held, that
 * counts: who waits for a condition has given its mutex back. Else acquires and releases do. */
export function lockSpans(steps: Step[]): LockSpan[][] {
  const all = new Map<string, LockSpan[]>(), open = new Map<string, Map<string, LockSpan>>();
  const told = steps.some((step) => step.holding !== undefined && step.holding.length > 0);
  steps.forEach((step, index) => {
    const { thread } = step, own = open.get(thread) ?? new Map<string, LockSpan>();
    open.set(thread, own);
    const begin = (lock: string) => {
      if (own.has(lock)) return;
      const span = { thread, lock, from: index, to: -1 }, key = `${thread}\0${lock}`;
      own.set(lock, span);
      const known = all.get(key);
      if (known) known.push(span);
      else all.set(key, [span]);
    };
    const end = (lock: string | undefined) => {
      const span = own.get(lock ?? "");
      if (span) span.to = index;
      own.delete(lock ?? "");
    };
    if (told) {
      for (const lock of [...own.keys()]) if (!step.holding?.includes(lock)) end(lock);
      for (const lock of step.holding ?? []) begin(lock);
    } else if (step.operation.startsWith("acquire")) begin(step.target ?? "");
    else if (step.operation.startsWith("release")) end(step.target);
    else if (step.operation === "wait") end([...own.keys()].pop());
  });
  for (const spans of all.values()) for (const span of spans) if (span.to < 0) span.to = steps.length - 1;
  return [...all.values()];
}

/** The first place in an ascending list whose value is not below. */
export function lowerBound(list: ArrayLike<number>, value: number): number {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those that meet the steps from `first` to `last`. */
export function spansIn(all: LockSpan[][], first: number, last: number): LockSpan[] {
  const found: LockSpan[] = [];
  for (const spans of all) {
    let low = 0, high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle]!.to < first) low = middle + 1;
      else high = middle;
    }
    for (; low < spans.length && spans[low]!.from <= last; ++low) found.push(spans[low]!);
  }
  return found;
}

/** Which of two steps happens before the other, as far as the schedule tells: vector clocks along its edges. */
export class HappensBefore {
  private readonly threads: string[];
  private readonly own: Int32Array;
  private readonly number: Int32Array;
  private readonly clocks: Int32Array;

  constructor(steps: Step[], threads: string[], edges: Edges) {
    const wide = threads.length;
    const index = new Map(threads.map((thread, at) => [thread, at]));
    this.threads = threads;
    this.own = Int32Array.from(steps, (step) => index.get(step.thread) ?? 0);
    this.number = new Int32Array(steps.length);
    this.clocks = new Int32Array(steps.length * wide);
    const latest = new Int32Array(wide).fill(-1);
    const join = (into: number, from: number) => {
      for (let i = 0; i < wide; ++i) this.clocks[into * wide + i] = Math.max(this.clocks[into * wide + i]!, this.clocks[from * wide + i]!);
    };
    const atomic = (at: number) => steps[at]!.operation.startsWith("atomic") && (steps[at]!.order ?? "seq_cst") === "seq_cst";
    for (let at = 0; at < steps.length; ++at) {
      const thread = this.own[at]!;
      if (latest[thread]! >= 0) join(at, latest[thread]!);
      for (const edge of edges.get(at) ?? [])
        if (edge.to === at && edge.from < at && (edge.kind === "sw" || (atomic(edge.from) && atomic(at)))) join(at, edge.from);
      this.number[at] = ++this.clocks[at * wide + thread]!;
      latest[thread] = at;
    }
  }
  before(from: number, to: number): boolean {
    return from !== to && this.clocks[to * this.threads.length + this.own[from]!]! >= this.number[from]!;
  }
  unordered(one: number, other: number): boolean {
    return one !== other && !this.before(one, other) && !this.before(other, one);
  }
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
