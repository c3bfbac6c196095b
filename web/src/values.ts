// SPDX-License-Identifier: Apache-2.0
// The values of variables after a step. One pass finds for each step the one before it on the same variable; a step then
// looks at the last few only, however long the schedule is.
import type { Step } from "./report";
import { isWrite } from "./report";

export interface Value { name: string; value: string; changed: boolean }
export const valueOf = (step: Step): string | undefined => step.shows ?? (step.value !== undefined ? String(step.value) : undefined);

/** Of each step the last one before it that tells of the same variable's value, or -1. */
export function previousOf(steps: Step[]): Int32Array {
  const previous = new Int32Array(steps.length).fill(-1);
  const latest = new Map<string, number>();
  steps.forEach((step, index) => {
    if (!step.target) return;
    previous[index] = latest.get(step.target) ?? -1;
    if (valueOf(step) !== undefined || isWrite(step)) latest.set(step.target, index);
  });
  return previous;
}

const most = 24, looked = 2000;
/** A read tells a value, and changes none. What was written without a value that was recorded is not known. */
export function valuesAt(steps: Step[], previous: Int32Array, index: number): Value[] {
  const values = new Map<string, Value>();
  for (let at = index; at >= 0 && at > index - looked && values.size < most; --at) {
    const step = steps[at]!, value = valueOf(step);
    if (!step.target || values.has(step.target) || (value === undefined && !isWrite(step))) continue;
    const before = at === index ? previous[at]! : -1;
    const changed = at === index && isWrite(step) && (before < 0 || value === undefined || valueOf(steps[before]!) !== value);
    values.set(step.target, { name: step.target, value: value ?? "not recorded", changed });
  }
  return [...values.values()];
}
