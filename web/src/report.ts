// SPDX-License-Identifier: Apache-2.0
// The JSON report (doc/json.md) as the page knows it. All strings in it are data.
export interface Frame { function?: string; location: string }
export interface Step {
  event?: number;
  thread: string;
  operation: string;
  target?: string;
  location: string;
  function?: string;
  value?: number;
  shows?: string;
  heap?: string;
  decisive?: boolean;
  holding?: string[];
  stack?: Frame[];
  order?: string;
  sees?: string;
  /** It need not have gone so: "wakes up without a reason". */
  baseless?: string;
  why?: string;
}
export interface ThreadNote { name: string; runs?: string; label?: string; created?: string; by?: string }
export interface Call { thread: string; call: string; begin: number; end?: number; result?: string; waits?: boolean }
/** A history of calls on one object: `core` and `order` are positions in `calls`. */
export interface History {
  object: string;
  calls: Call[];
  core?: number[];
  order?: number[];
  states?: string[];
  why?: string[];
  scenario?: string;
}
export interface GraphEdge { relation: string; from: number; to: number }
export interface Graph { edges: GraphEdge[] }
export interface Lattice {
  states: { id: number; level: number; state: Record<string, number>; holds?: boolean; on_path?: boolean }[];
  edges: [number, number][];
}
export interface Witness {
  kind: string;
  state?: Record<string, number>;
  start?: Record<string, number>;
  run?: { thread: string; steps: number }[];
  file?: string;
}
export interface Finding {
  kind: string;
  certainty: string;
  variable?: string;
  predicate?: string;
  first?: Step;
  second?: Step;
  steps?: Step[];
  schedule?: Step[];
  passing?: Step[];
  threads?: ThreadNote[];
  message: string;
  notes?: string[];
  count: number;
  witness?: Witness;
  history?: History;
  graph?: Graph;
}
export interface Report {
  schema_version?: number;
  tool: string;
  version: string;
  command: string;
  input: string;
  verdict: "clean" | "findings" | "inconclusive";
  reason: string | null;
  findings: Finding[];
  notes?: string[];
  statistics: Record<string, number | string>;
  lattice?: Lattice;
  levels?: string[] | number[];
}
export interface Data { report: Report; sources: Record<string, string> }

export const stepsOf = (finding: Finding): Step[] =>
  finding.steps ?? [finding.first, finding.second].filter((step): step is Step => step !== undefined);
/** What is drawn as lanes: the whole schedule where there is one, else the steps of the finding. */
export const scheduleOf = (finding: Finding): Step[] => (finding.schedule?.length ? finding.schedule : stepsOf(finding));

export interface Place { file: string; line: number }
export function placeOf(location: string | undefined): Place | undefined {
  const found = location ? /^(.*):(\d+)(?::\d+)?$/.exec(location) : null;
  return found ? { file: found[1]!, line: Number(found[2]) } : undefined;
}
export const words = (step: Step): string =>
  step.operation + (step.target ? ` ${step.target}` : "") +
  (step.shows !== undefined ? ` = ${step.shows}` : step.value !== undefined ? ` = ${step.value}` : "") +
  (step.order ? ` ${step.order}` : "") + (step.baseless ? `: ${step.baseless}` : "");

/** The same for a narrow lane. */
export const shortWords = (step: Step): string =>
  words({ ...step, operation: step.operation.replace("atomic read-modify-write", "modify").replace(/^atomic /, "") });

export const isLock = (step: Step): boolean => /^(acquire|release)/.test(step.operation);
export const isWrite = (step: Step): boolean =>
  /^(write|atomic store|atomic read-modify-write|free|allocate)/.test(step.operation);
export const isRead = (step: Step): boolean => /^(read|atomic load|atomic read-modify-write)/.test(step.operation);
export const isSynchronising = (step: Step): boolean => !/^(read|write)$/.test(step.operation);

/** Its target is a thread, not a variable or a lock. */
export const isOnThread = (step: Step): boolean => /^(fork|join|waits for the end of)$/.test(step.operation);

const byThread = (a: string, b: string): number =>
  a === b ? 0 : a === "main" ? -1 : b === "main" ? 1 : a.localeCompare(b, "en", { numeric: true });
export const threadsOf = (steps: Step[]): string[] => [...new Set(steps.map((step) => step.thread))].sort(byThread);
