// SPDX-License-Identifier: Apache-2.0
// A data race: the two accesses, how the threads came to them, and the edge that is missing between them.
import type { Finding, Step } from "./report";
import { placeOf, stepsOf, words } from "./report";
import { colourOf } from "./lanes";
import { Source } from "./source";

function Access({ step, variable, sources, number }: { step: Step; variable: string | undefined; sources: Record<string, string>; number: number }) {
  return (
    <div class="card">
      <h4 class={`k${number}`}>{step.thread} {words({ ...step, target: step.target ?? variable, value: undefined, shows: undefined })}</h4>
      <div>{step.holding?.length ? `holding ${step.holding.join(", ")}` : "no lock held"}</div>
      {step.stack && step.stack.length > 0 && (
        <ol class="stack">{step.stack.map((frame, index) => <li key={index}>{frame.function} <code class="dim">{frame.location}</code></li>)}</ol>
      )}
      <Source place={placeOf(step.location)} sources={sources} lines={3} />
    </div>
  );
}

export function RaceView({ finding, sources, threads }: { finding: Finding; sources: Record<string, string>; threads: string[] }) {
  const [first, second] = stepsOf(finding);
  if (!first || !second) return null;
  const path = (step: Step) => [...(step.stack ?? [])].reverse().map((frame) => frame.function ?? frame.location);
  const paths = [path(first), path(second)];
  const rows = Math.max(1, paths[0]!.length, paths[1]!.length);
  const height = 40 + rows * 30 + 14;
  const end = (side: number) => 40 + ((paths[side]!.length || 1) - 1) * 30;  // the middle of the last box
  const colours = [first, second].map((step) => colourOf(threads, step.thread));
  const clip = (text: string) => (text.length > 40 ? text.slice(0, 39) + "…" : text);
  return (
    <>
      <h3>The two accesses</h3>
      <div class="scroll">
        <svg width={760} height={height} role="img" aria-label={`no edge orders ${first.thread} at ${first.location} and ${second.thread} at ${second.location}`}>
          {[first, second].map((step, side) => (
            <g key={side}>
              <text class={`c${colours[side]}`} x={side * 400 + 20} y={20}>{step.thread}</text>
              {(paths[side]!.length ? paths[side]! : [step.location]).map((name, index, all) => (
                <g key={index}>
                  <rect class={`box ${index === all.length - 1 ? "bad" : ""}`} x={side * 400 + 20} y={28 + index * 30} width={320} height={24} rx={5} />
                  <text x={side * 400 + 30} y={45 + index * 30}>{clip(name)}</text>
                </g>
              ))}
            </g>
          ))}
          <path class="edge missing" d={`M340,${end(0)} C380,${end(0)} 380,${end(1)} 420,${end(1)}`} />
          <text class="missing" x={380} y={(end(0) + end(1)) / 2 + 4} text-anchor="middle">✗</text>
          <text class="small" x={380} y={height - 6} text-anchor="middle">nothing orders the two</text>
        </svg>
      </div>
      <div class="cards">
        <Access step={first} variable={finding.variable} sources={sources} number={colours[0]!} />
        <Access step={second} variable={finding.variable} sources={sources} number={colours[1]!} />
      </div>
    </>
  );
}
