// SPDX-License-Identifier: Apache-2.0
// Foreign text made fit for a page. Characters that show nothing, or that turn the direction of writing, become \xNN and
// \uNNNN, as on a terminal; names that a sentence has in backticks are set as code.
const unseen = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const unseenOrBreak = new RegExp(unseen.source.replace("\\x0b", "\\x09\\x0a\\x0b"), "g");
const code = (character: string): string => {
  const number = character.charCodeAt(0).toString(16);
  return number.length <= 2 ? `\\x${number.padStart(2, "0")}` : `\\u${number.padStart(4, "0")}`;
};

/** A name stays on its line. */
export const oneLine = (text: string): string => (text.search(unseenOrBreak) < 0 ? text : text.replace(unseenOrBreak, code));
/** Sentences and source text may have several. */
export const severalLines = (text: string): string => text.replace(/\r\n/g, "\n").replace(unseen, code);

const sentences = new Set(["notes", "reason", "why"]);
/** Every string of a report, and every name in it. What is as it should be stays the same object: most of a long schedule is. */
export function printable<T>(value: T, name = ""): T {
  if (typeof value === "string") return (sentences.has(name) ? severalLines(value) : oneLine(value)) as T;
  if (value === null || typeof value !== "object") return value;
  const all = value as Record<string, unknown>;
  for (const key in all) {
    const before = all[key], after = printable(before, Array.isArray(value) ? name : key), shown = oneLine(key);
    if (shown !== key) delete all[key];
    if (after !== before || shown !== key) all[shown] = after;
  }
  return value;
}

export function Prose({ text }: { text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
