// SPDX-License-Identifier: Apache-2.0
// The source around a line, which follows the step that is chosen.
import { useEffect, useRef } from "preact/hooks";
import type { Place } from "./report";

const split = new Map<string, string[]>();
/** The lines of a file, taken apart once. */
export function linesOf(sources: Record<string, string>, file: string): string[] | undefined {
  const known = split.get(file);
  if (known) return known;
  const text = Object.prototype.hasOwnProperty.call(sources, file) ? sources[file] : undefined;
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  split.set(file, lines);
  return lines;
}

const around = 12;
export function Source({ place, sources, lines = around }: { place: Place | undefined; sources: Record<string, string>; lines?: number }) {
  const here = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const line = here.current;
    const box = line?.closest<HTMLElement>(".source");
    if (!line || !box) return;
    // In the middle, and below the name of the file a whole line.
    const name = box.querySelector<HTMLElement>(".name")?.offsetHeight ?? 0;
    const at = line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop, height = line.getBoundingClientRect().height;
    box.scrollTop = at - name - Math.floor((box.clientHeight - name) / 2 / height) * height;
  }, [place?.file, place?.line]);
  if (!place) return null;
  const all = linesOf(sources, place.file);
  if (all === undefined) return <div class="source"><div class="name mono">{place.file}:{place.line} (the file is not here)</div></div>;
  const first = Math.max(0, place.line - 1 - lines);
  return (
    <div class="source" tabIndex={0} role="region" aria-label={`source of ${place.file}`}>
      <div class="name mono">{place.file}:{place.line}</div>
      <ol class="mono">
        {all.slice(first, place.line + lines).map((line, index) => {
          const number = first + index + 1;
          const isHere = number === place.line;
          return (
            <li key={number} class={isHere ? "here" : ""} ref={isHere ? here : null} aria-current={isHere ? "true" : undefined}>
              <span class="number">{isHere ? "▸ " : ""}{number}</span>{line}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
