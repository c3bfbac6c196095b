// SPDX-License-Identifier: Apache-2.0
// A data race: the two accesses, how the threads came to them, and the edge that is missing between them.
import type { Finding, Step } from "./report";
import { placeOf, stepsOf, words } from "./report";
import { Source } from "./source";

function Access({ step, sources, number }: { step: Step; sources: Record<string, string>; number: number }) {
  return (
    <div class="card">
      <h4 class={`k${number}`}>{step.thread} {words({ ...step, value: undefined, shows: undefined })}</h4>
      <div>{step.holding?.length ? `holding ${step.holding.join(", ")}` : "no lock held"}</div>
      {step.stack && step.stack.length > 0 && (
        <ol class="stack">{step.stack.map((frame, index) => <li key={index}>{frame.function} <code class="dim">{frame.location}</code></li>)}</ol>
      )}
      <Source place={placeOf(step.location)} sources={sources} lines={3} />
    </div>
  );
}

export function RaceView({ finding, sources }: { finding: Finding; sources: Record<string, string> }) {
  const [first, second] = stepsOf(finding);
  if (!first || !second) return null;
  const path = (step: Step) => [...(step.stack ?? [])].reverse().map((frame) => frame.function ?? frame.location);
  const paths = [path(first), path(second)];
  const rows = Math.max(1, paths[0]!.length, paths[1]!.length);
  const height = 40 + rows * 30 + 20;
  const bottom = (side: number) => 40 + (paths[side]!.length || 1) * 30 - 15;
  const clip = (text: string) => (text.length > 40 ? text.slice(0, 39) + "…" : text);
  return (
    <>
      <h3>The two accesses</h3>
      <div class="scroll">
        <svg width={760} height={height} role="img" aria-label={`no edge orders ${first.thread} at ${first.location} and ${second.thread} at ${second.location}`}>
          {[first, second].map((step, side) => (
            <g key={side}>
              <text class={`c${side}`} x={side * 400 + 20} y={20}>{step.thread}</text>
              {(paths[side]!.length ? paths[side]! : [step.location]).map((name, index, all) => (
                <g key={index}>
                  <rect class={`box ${index === all.length - 1 ? "bad" : ""}`} x={side * 400 + 20} y={28 + index * 30} width={320} height={24} rx={5} />
                  <text x={side * 400 + 30} y={45 + index * 30}>{clip(name)}</text>
                </g>
              ))}
            </g>
          ))}
          <path class="edge missing" d={`M340,${bottom(0)} C375,${bottom(0)} 385,${bottom(1)} 420,${bottom(1)}`} />
          <text class="small" x={330} y={height - 4}>nothing orders the two</text>
        </svg>
      </div>
      <div class="cards">
        <Access step={first} sources={sources} number={0} />
        <Access step={second} sources={sources} number={1} />
      </div>
    </>
  );
}
