// SPDX-License-Identifier: Apache-2.0
// The page: what was found at the left, one finding at a time. Where one stands is in the address (#finding=2&step=14), so
// that a link leads back to it.
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Data, Finding } from "./report";
import { FindingView } from "./finding";
import { LatticeView, LevelsView } from "./lattice";
import { Prose, oneLine, printable, severalLines } from "./prose";

const given: Data = JSON.parse(document.getElementById("data")!.textContent!);
const data: Data = {
  report: printable(given.report),
  sources: Object.fromEntries(Object.entries(given.sources).map(([file, text]) => [oneLine(file), severalLines(text)])),
};

export interface Spot { finding: number; step: number }
const hashOf = (spot: Spot): string => `#finding=${spot.finding + 1}${spot.step >= 0 ? `&step=${spot.step + 1}` : ""}`;
function spotIn(hash: string): Spot {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string, otherwise: number) => {
    const value = Number(values.get(name));
    return Number.isInteger(value) && value > 0 ? value - 1 : otherwise;
  };
  const finding = Math.min(number("finding", 0), Math.max(0, data.report.findings.length - 1));
  return { finding, step: number("step", -1) };
}

/** The address, at once but not more often than a browser puts up with: a key that is held down takes sixty steps a second. */
const remember = (() => {
  const apart = 400;
  let last = 0, waiting = 0;
  const write = (hash: string) => {
    last = performance.now();
    history.replaceState(null, "", hash);
  };
  return (hash: string) => {
    clearTimeout(waiting);
    const wait = last + apart - performance.now();
    if (last === 0 || wait <= 0) write(hash);
    else waiting = window.setTimeout(() => write(hash), wait);
  };
})();

function Theme() {
  const [theme, setTheme] = useState("system");
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <label class="dim">
      colours{" "}
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)} aria-label="colours of the page">
        <option value="system">as the system</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  );
}

const title = (finding: Finding) => finding.kind.replace(/-/g, " ");

const numberWords = (name: string, value: number | string): [string, string] =>
  typeof value !== "number" ? [name.replace(/_/g, " "), value]
  : name === "peak_bytes" ? ["memory", `${(value / (1 << 20)).toFixed(1)} MiB`]
  : /seconds$/.test(name) ? [name === "seconds" ? "time" : name.replace(/_/g, " "), `${value.toLocaleString("en", { maximumSignificantDigits: 3 })} s`]
  : [name.replace(/_/g, " "), value.toLocaleString("en", { maximumFractionDigits: 3 })];

/** What a report without findings says first. */
function headline(report: Data["report"]): string {
  const states = report.statistics["states"];
  if (report.command === "states" && states !== undefined) return `${states.toLocaleString("en")} global states`;
  return report.verdict === "clean" ? "Nothing was found." : "Nothing was found, but not all was seen.";
}

function Page() {
  const report = data.report;
  const [spot, setSpot] = useState(spotIn(location.hash));
  useEffect(() => {
    const follow = () => setSpot(spotIn(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const go = (next: Spot) => {
    setSpot(next);
    remember(hashOf(next));
  };
  const finding = report.findings[spot.finding];
  const numbers = useMemo(() => Object.entries(report.statistics), [report]);
  return (
    <>
      <header class="top">
        <h1>heddle {report.command}</h1>
        <code>{report.input}</code>
        <span class={`verdict ${report.verdict}`}>{report.verdict}</span>
        <span class="grow" />
        <Theme />
        <button onClick={() => print()}>print</button>
      </header>
      <main class={report.findings.length === 0 ? "single" : ""}>
        {report.findings.length > 0 && (
          <nav class="findings" aria-label="findings">
            {report.findings.map((each, index) => (
              <button key={index} aria-pressed={index === spot.finding} onClick={() => go({ finding: index, step: -1 })}>
                <span class="kind">{title(each)}{each.count > 1 ? ` ×${each.count}` : ""}</span>
                <Prose text={each.message} />
              </button>
            ))}
          </nav>
        )}
        <section class="finding">
          {report.reason && <p class="verdict inconclusive" role="note"><Prose text={report.reason} /></p>}
          {finding ? (
            <FindingView key={spot.finding} finding={finding} sources={data.sources} step={spot.step} link={() => location.href.replace(/#.*/, "") + hashOf(spot)}
              onStep={(step) => go({ finding: spot.finding, step })} />
          ) : (
            <h2>{headline(report)}</h2>
          )}
          {report.lattice && <LatticeView lattice={report.lattice} />}
          {report.levels && <LevelsView levels={report.levels.map(Number)} />}
          {report.notes && report.notes.length > 0 && (
            <>
              <h3>Notes</h3>
              <ul class="notes">{report.notes.map((note, index) => <li key={index}><Prose text={note} /></li>)}</ul>
            </>
          )}
          {numbers.length > 0 && (
            <>
              <h3>Numbers</h3>
              <div class="statistics">
                {numbers.map(([name, value]) => {
                  const [what, shown] = numberWords(name, value);
                  return <span key={name}><span class="dim">{what}</span> {shown}</span>;
                })}
              </div>
            </>
          )}
        </section>
      </main>
    </>
  );
}

document.title = `heddle ${data.report.command} ${data.report.input}`;
render(<Page />, document.getElementById("page")!);
