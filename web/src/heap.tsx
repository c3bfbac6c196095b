// SPDX-License-Identifier: Apache-2.0
// Memory after a step of a proof or refutation: each chain of cells a row of boxes. What the step before did not have is
// marked.
interface Link { text: string; direct: boolean }

/** "top → A:1 ⇢ NULL   tail → NULL" → its chains; the arrow of a link is the one behind it. */
export function chainsOf(heap: string): Link[][] {
  return heap.split(/ {3,}|\n/).map((chain) => {
    const links: Link[] = [];
    for (const part of chain.trim().split(/ (?=[→⇢] )/)) {
      const arrow = /^([→⇢]) (.*)$/s.exec(part);
      if (arrow && links.length > 0) links[links.length - 1]!.direct = arrow[1] === "→";
      links.push({ text: arrow ? arrow[2]! : part, direct: true });
    }
    return links;
  }).filter((chain) => chain.length > 1 || chain[0]!.text !== "");
}

const row = 46, gap = 38;
const wide = (text: string) => Math.max(40, text.length * 7.4 + 18);

export function HeapView({ heap, before }: { heap: string; before: string | undefined }) {
  const chains = chainsOf(heap);
  const pairs = (all: Link[][]) => all.flatMap((chain) => chain.slice(1).map((link, at) => `${chain[at]!.text}→${link.text}`));
  const old = before === undefined ? undefined : new Set(pairs(chainsOf(before)));
  const known = before === undefined ? undefined : new Set(chainsOf(before).flat().map((link) => link.text));
  const width = Math.max(...chains.map((chain) => chain.reduce((sum, link) => sum + wide(link.text) + gap, 12)));
  return (
    <div class="scroll heap">
      <svg width={width} height={chains.length * row + 10} role="img" aria-label={`memory after the step: ${heap}`}>
        <defs><marker id="heap-tip" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path class="c6" d="M0,0 L8,4 L0,8 z" /></marker></defs>
        {chains.map((chain, index) => {
          const y = 8 + index * row;
          let x = 8;
          return (
            <g key={index}>
              {chain.map((link, at) => {
                const from = x, size = wide(link.text);
                x += size + gap;
                const end = link.text === "NULL";
                return (
                  <g key={at}>
                    {!end && <rect class={`box ${at === 0 ? "root" : ""} ${known && !known.has(link.text) ? "new" : ""}`} x={from} y={y} width={size} height={28} rx={at === 0 ? 14 : 4} />}
                    <text x={from + size / 2} y={y + 18} text-anchor="middle" class={end ? "small" : ""}>{link.text}</text>
                    {at + 1 < chain.length && <path class={`edge ${old && !old.has(`${link.text}→${chain[at + 1]!.text}`) ? "bad" : ""}`} marker-end="url(#heap-tip)" stroke-dasharray={link.direct ? undefined : "5 4"} d={`M${from + (end ? size - 12 : size)},${y + 14} H${x - 2}`} />}
                  </g>
                );
              })}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
