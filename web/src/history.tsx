// SPDX-License-Identifier: Apache-2.0
// A history of calls as bars, one row a thread, from call to return; the calls that no sequential order explains are marked.
// The order that gets furthest goes through the bars as a line: each call takes effect at a numbered point within its bar,
// and below stands what the model holds after it.
import type { Call, History } from "./report";
import { colourOf } from "./lanes";

// The times at which the calls of the order take effect: each within its call, and one after the other where time allows.
export function pointsOf(history: History): { call: number; time: number; state: string }[] {
  const apart = 0.18;
  let now = -1;
  return (history.order ?? []).filter((index) => history.calls[index]).map((index, at) => {
    const call = history.calls[index]!;
    const earliest = Math.max(call.begin + apart, now + apart);
    now = call.end === undefined ? earliest : Math.max(call.begin, Math.min(call.end, earliest));
    return { call: index, time: now, state: history.states?.[at + 1] ?? "" };
  });
}

// The same history with its times numbered from 0: only their order matters, and time in which nothing happens takes no room.
function numbered(history: History): History {
  const times = [...new Set(history.calls.flatMap((call) => [call.begin, call.end ?? call.begin]))].sort((a, b) => a - b);
  const number = new Map(times.map((time, index) => [time, index]));
  const calls = history.calls.map((call) => ({ ...call, begin: number.get(call.begin)!, end: call.end === undefined ? undefined : number.get(call.end)! }));
  return { ...history, calls };
}

// Where each time stands: as close to the one before as the texts of the calls that end there allow.
function placesOf(calls: Call[], last: number, room: (call: Call) => number): number[] {
  const places = [90];
  for (let time = 1; time <= last; ++time) {
    const needed = calls.filter((call) => (call.end ?? last) === time).map((call) => places[call.begin]! + room(call));
    places.push(Math.max(places[time - 1]! + 30, ...needed));
  }
  return places;
}

export function HistoryView({ history: told }: { history: History }) {
  const history = numbered(told);
  const calls = history.calls;
  const core = new Set(history.core ?? []);
  const threads = [...new Set(calls.map((call) => call.thread))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const last = Math.max(1, ...calls.map((call) => Math.max(call.begin, call.end ?? call.begin))) + 1;
  const label = (call: Call) => call.call + (call.end !== undefined ? (call.result ? ` = ${call.result}` : "") : (call.waits ? " … waits for ever" : " …"));
  const places = placesOf(calls, last, (call) => label(call).length * 7.4 + 30);
  const xOf = (time: number) => {
    const before = Math.min(Math.floor(time), last - 1);
    return places[before]! + (time - before) * (places[before + 1]! - places[before]!);
  };
  const points = pointsOf(history);
  const longest = Math.max(0, ...points.map((point) => point.state.length));
  const width = places[last]! + 20 + longest * 7.4, row = 46, line = 18;
  const bottom = threads.length * row + 10;
  const shows = points.some((point) => point.state !== "");
  const rowOf = (index: number) => threads.indexOf(calls[index]!.thread) * row;
  const at = points.map((point) => ({ x: xOf(point.time), y: rowOf(point.call) + 40 }));
  return (
    <>
      <h3>History of {history.object}</h3>
      {history.why?.map((line, index) => <p key={index}>{line}</p>)}
      <div class="scroll">
        <svg class="history" width={width} height={bottom + 14 + (shows ? (points.length + 1) * line : 0)} role="img" aria-label={calls.map((call) => `${call.thread} ${label(call)}`).join("; ")}>
          {threads.map((thread, index) => <text key={thread} class={`c${colourOf(threads, thread)}`} x={8} y={index * row + 30}>{thread}</text>)}
          {calls.map((call, index) => {
            const y = threads.indexOf(call.thread) * row + 10;
            const x = places[call.begin]!, to = places[call.end ?? last]!;
            return (
              <g key={index}>
                <rect class={`box ${core.has(index) ? "bad" : ""}`} x={x} y={y} width={Math.max(8, to - x)} height={30} rx={4} stroke-dasharray={call.end === undefined ? "4 3" : undefined} />
                <text x={x + 6} y={y + 19}>{core.has(index) ? "★ " : ""}{label(call)}<title>{label(call)}</title></text>
              </g>
            );
          })}
          {at.length > 1 && <path class="through" d={at.map((point, index) => `${index === 0 ? "M" : "L"}${point.x},${point.y}`).join("")} />}
          {shows && <text class="dim" x={8} y={bottom + line - 4}>at first: {history.states?.[0]}</text>}
          {at.map((point, index) => {
            const state = points[index]!.state, y = bottom + (index + 2) * line - 4;
            return (
              <g key={index} class="point">
                {shows && <path class="drop" d={`M${point.x},${point.y}V${y - 10}`} />}
                <circle cx={point.x} cy={point.y} r={7} />
                <text class="number" x={point.x} y={point.y + 3.5}>{index + 1}</text>
                {shows && <text class="state" x={point.x + 4} y={y}>{index + 1}: {state}</text>}
              </g>
            );
          })}
        </svg>
      </div>
      {history.order && history.order.length > 0 && (
        <p>The longest explanation: {history.order.map((index, at) => {
          const call = calls[index];
          return call ? <span key={at}>{at > 0 ? ", then " : ""}<code>{call.thread} {label(call)}</code></span> : null;
        })}</p>
      )}
      <p class="dim">A bar is a call from its beginning to its return; ★ and a thick border: the calls that contradict each other.
        {at.length > 0 && " The line is the longest explanation: a number is where a call takes effect in it"}{at.length > 0 && (shows ? ", and below it what the model then holds." : ".")}</p>
    </>
  );
}
