// SPDX-License-Identifier: Apache-2.0
// The page in a browser: each kind of report is opened, clicked, stepped through and searched, and what it shows is compared
// with the JSON it was made from. node browser.mjs HEDDLE SOURCE BUILD [PICTURES]: with a fourth argument it also takes the
// pictures of the documentation.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [heddle, sources, build, pictures] = process.argv.slice(2).map((path) => resolve(path));
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].filter(existsSync);
if (browsers.length === 0 || !existsSync(join(build, "web/node_modules/playwright-core"))) {
  console.log("skipped: chromium or playwright-core is missing");
  process.exit(77);
}
const { chromium } = createRequire(join(build, "web/package.json"))("playwright-core");
const folder = mkdtempSync(join(tmpdir(), "heddle-page-"));
let checked = 0;
const wrong = [];
const expect = (good, words) => {
  ++checked;
  if (!good) wrong.push(words);
};
const run = (...parameters) => {
  const done = spawnSync(heddle, parameters, { cwd: folder, encoding: "utf8", timeout: 120_000, maxBuffer: 1 << 28, env: { ...process.env, LC_ALL: "C.UTF-8" } });
  if (![0, 1, 3].includes(done.status)) throw new Error(`heddle ${parameters.join(" ")}: ${done.status} ${done.stderr}`);
  return done.stdout;
};
const view = (name, report) => {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(report));
  run("view", `${name}.json`, "-o", `${name}.html`, "--no-open");
  return join(folder, `${name}.html`);
};

const browser = await chromium.launch({
  executablePath: browsers[0],
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const open = async (file, settings = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const page = await context.newPage();
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
  page.on("request", (request) => !/^(file|data|blob):/.test(request.url()) && page.troubles.push(`asks for ${request.url()}`));
  page.on("dialog", (dialog) => { page.troubles.push("a dialog opens"); void dialog.dismiss(); });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("main");
  return page;
};
const picture = async (page, name) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
};
const close = async (page, name) => {
  expect(page.troubles.length === 0, `${name}: ${page.troubles.join("; ")}`);
  await page.context().close();
};

try {
  for (const [name, file] of [["tickets", "examples/check/ticket_office.cpp"]]) {
    writeFileSync(join(folder, "ticket_office.cpp"), readFileSync(join(sources, file)));
    const report = JSON.parse(run("check", "ticket_office.cpp", "--format", "json", "--save", "none"));
    const page = await open(view(name, report));
    const schedule = report.findings[0].schedule;
    expect((await page.textContent("h2")).includes(report.findings[0].message), "the message is shown");
    expect(await page.locator("svg .row").count() === schedule.length, `${await page.locator("svg .row").count()} rows of ${schedule.length}`);
    await page.locator("#step-1").click();
    expect((await page.textContent("#detail")).includes(`step 2 of ${schedule.length}`), "a click chooses the step");
    expect(page.url().includes("step=2"), "the address says which step");
    await page.getByRole("button", { name: /forward/ }).click();
    expect((await page.textContent("#detail")).includes("step 3"), "forward");
    await page.locator(".lanes").focus();
    await page.keyboard.press("ArrowDown");
    expect((await page.textContent("#detail")).includes("step 4"), "the keyboard steps");
    expect((await page.textContent(".source li.here")).includes(readFileSync(join(folder, "ticket_office.cpp"), "utf8").split("\n")[Number(/:(\d+)$/.exec(schedule[3].location)[1]) - 1].trim()), "the source follows");
    await page.getByLabel("search in the steps").fill(schedule[schedule.length - 2].target ?? "");
    expect(await page.locator("svg .row.found").count() > 0, "search marks steps");
    await page.getByRole("button", { name: /^next/ }).click();
    await page.getByLabel("thread", { exact: true }).selectOption("T1");
    expect(await page.locator("svg .row").count() === schedule.filter((step) => step.thread === "T1").length, "filter by thread");
    await page.getByLabel("thread", { exact: true }).selectOption("");
    await page.getByLabel("search in the steps").fill("");
    const decisive = schedule.findIndex((step) => step.decisive);
    await page.locator(`#step-${decisive}`).click();
    await picture(page, "report-schedule");
    const passing = report.findings[0].passing;
    await page.getByRole("button", { name: "beside a passing run" }).click();
    expect(await page.locator(".sides .lanes").count() === 2, "two runs side by side");
    expect(await page.locator("[id^=passing-]").count() === passing.length, `the passing run has ${passing.length} steps`);
    const common = schedule.findIndex((step, index) => JSON.stringify([step.thread, step.operation, step.target, step.value]) !== JSON.stringify([passing[index]?.thread, passing[index]?.operation, passing[index]?.target, passing[index]?.value]));
    expect(await page.locator(`#step-${common}.differs`).count() === 1 && await page.locator(`#step-${common - 1}.differs`).count() === 0, "what differs is marked, and what does not is not");
    await picture(page, "report-beside");
    await page.getByRole("button", { name: "beside a passing run" }).click();
    await page.getByLabel("colours of the page").selectOption("dark");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark", undefined, { timeout: 5000 }).catch(() => undefined);
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(back === "rgb(20, 23, 26)", `dark: ${back}`);
    await picture(page, "report-schedule-dark");
    const link = page.url();
    await close(page, name);
    const again = await open(join(folder, `${name}.html`));
    await again.goto(link);
    await again.reload();
    expect((await again.textContent("#detail")).includes(`step ${decisive + 1} of`), "a link leads back to the step");
    await close(again, "link");
  }
  {
    writeFileSync(join(folder, "race.cpp"), "#include <mutex>\n#include <thread>\nstruct Cache {\n  int lookups_ = 0;\n  int get(int key) {\n    ++lookups_;\n    return key;\n  }\n};\nCache cache;\nstd::mutex audit;\nvoid reader() { cache.get(2); }\nint main() {\n  std::thread a([] {\n    std::lock_guard<std::mutex> guard(audit);\n    cache.get(1);\n  });\n  std::thread b(reader);\n  a.join();\n  b.join();\n}\n");
    const report = JSON.parse(run("check", "race.cpp", "--format", "json", "--save", "none"));
    const page = await open(view("race", report));
    const text = await page.textContent("section.finding");
    for (const wanted of ["cache.lookups_", "nothing orders the two", "holding audit", "Cache::get"]) expect(text.includes(wanted), `race: ${wanted}`);
    await picture(page, "report-race");
    await close(page, "race");
    run("run", "race.cpp", "--format", "html", "-o", "run.html");
    expect(statSync(join(folder, "run.html")).size < 300_000, "a page is small");
    await close(await open(join(folder, "run.html")), "run");
  }
  {
    writeFileSync(join(folder, "dinner.c"), "#include <pthread.h>\nstatic pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;\nstatic void *plato(void *p) {\n  pthread_mutex_lock(&left);\n  pthread_mutex_lock(&right);\n  pthread_mutex_unlock(&right);\n  pthread_mutex_unlock(&left);\n  return p;\n}\nstatic void *kant(void *p) {\n  pthread_mutex_lock(&right);\n  pthread_mutex_lock(&left);\n  pthread_mutex_unlock(&left);\n  pthread_mutex_unlock(&right);\n  return p;\n}\nint main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, plato, 0);\n  pthread_create(&b, 0, kant, 0);\n  pthread_join(a, 0);\n  pthread_join(b, 0);\n}\n");
    const report = JSON.parse(run("check", "dinner.c", "--format", "json", "--save", "none"));
    expect(report.findings[0].kind === "deadlock", "a deadlock");
    const page = await open(view("deadlock", report));
    const text = await page.textContent("section.finding");
    for (const wanted of ["Who waits for whom", "left", "right", "waits for"]) expect(text.includes(wanted), `deadlock: ${wanted}`);
    await picture(page, "report-deadlock");
    await close(page, "deadlock");
    const step = (thread, operation, target, holding) => ({ thread, operation, target, location: "pool.cpp:7", ...(holding ? { holding } : {}) });
    const mixed = { ...report, findings: [{ ...report.findings[0], steps: [step("main", "join", "T1"), step("T1", "wait", "ready"), step("T2", "acquire", "pool.lock"), step("T3", "acquire", "queue", ["pool.lock"])] }] };
    const other = await open(view("mixed", mixed));
    const drawn = await other.locator("svg[role=img]").first().textContent();
    const count = (words) => drawn.split(words).length - 1;
    expect(count("waits for the end of") === 1 && count("waits for notify of") === 1, `deadlock: ${drawn}`);
    expect(count("held by") === 1, `only what is held is held: ${drawn}`);
    await close(other, "mixed");
  }
  {
    const trace = "T1|e(open=1)|1\nT1|w(a)|2\nT1|e(open=0)|3\nT2|e(open=1)|4\nT2|w(b)|5\nT2|e(open=0)|6\n";
    writeFileSync(join(folder, "doors.std"), trace);
    const report = JSON.parse(run("detect", "doors.std", "--when", "count(open == 1) >= 2", "--format", "json"));
    const page = await open(view("lattice", report));
    expect(await page.locator("svg rect.box").count() >= report.lattice.states.length, "each state is drawn");
    const before = await page.textContent("#state");
    await page.locator("#state button").first().click();
    expect(before !== (await page.textContent("#state")), "one can walk from state to state");
    expect((await page.locator("svg rect.box.path").count()) > 0, "the way of the witness is marked");
    await page.locator("#state").scrollIntoViewIfNeeded();
    await picture(page, "report-lattice");
    await close(page, "lattice");
    let large = "";
    for (const thread of ["T1", "T2", "T3"]) for (let i = 0; i < 20; ++i) large += `${thread}|w(${thread}_${i})|${i}\n`;
    writeFileSync(join(folder, "large.std"), large);
    const levels = await open(view("levels", JSON.parse(run("states", "large.std", "--format", "json"))));
    expect((await levels.textContent("section.finding")).includes("by level"), "a histogram of many states");
    await picture(levels, "report-levels");
    await close(levels, "levels");
  }
  const proved = join(sources, "examples/prove");
  for (const name of ["treiber_plain.c"]) {
    if (!existsSync(join(proved, name))) continue;
    const report = JSON.parse(run("prove", join(proved, name), "--format", "json"));
    if (report.findings.length === 0) continue;
    const page = await open(view("proof", report));
    await page.locator(`#step-2`).click();
    expect(await page.locator("pre.heap").count() === 1, "the heap after a step");
    await picture(page, "report-proof");
    await close(page, "proof");
    break;
  }
  {
    const base = { schema_version: 1, tool: "heddle", version: "0", command: "check", input: "q.cpp", verdict: "findings", reason: null, statistics: {} };
    const step = (thread, operation, target, value) => ({ thread, operation, target, value, location: "q.cpp:3" });
    const history = { object: "Queue", calls: [
      { thread: "T1", call: "push(1)", result: "", begin: 0, end: 3 }, { thread: "T2", call: "push(2)", result: "", begin: 4, end: 5 },
      { thread: "T1", call: "pop()", result: "2", begin: 6, end: 8 }, { thread: "T2", call: "pop()", begin: 7, waits: true }],
      core: [0, 1, 2], order: [0, 1], states: ["{}", "{1}", "{1, 2}"], why: ["pop() returns 2, but 1 was pushed before it and is still there."] };
    const page = await open(view("history", { ...base, findings: [{ kind: "linearizability", certainty: "observed", message: "no order explains the calls", count: 1, steps: [], history }] }));
    expect(await page.locator("svg.history rect").count() === 4, "a bar a call");
    expect(await page.locator("svg.history rect.bad").count() === 3, "the calls that contradict each other are marked");
    expect(await page.locator("svg.history path.through").count() === 1, "the order that gets furthest goes through the bars");
    expect((await page.locator("svg.history .point .state").allTextContents()).join() === "1: {1},2: {1, 2}", "the model's state at each point");
    for (const [index, bar] of [[0, 0], [1, 1]]) {
      const box = await page.locator("svg.history rect").nth(bar).boundingBox(), point = await page.locator("svg.history circle").nth(index).boundingBox();
      const middle = point.x + point.width / 2;
      expect(middle >= box.x && middle <= box.x + box.width, "a call takes effect within its bar");
    }
    await picture(page, "report-history");
    await close(page, "history");
    const graph = { edges: [{ relation: "rf", from: 1, to: 2 }, { relation: "fr", from: 3, to: 0 }, { relation: "co", from: 0, to: 1 }] };
    const memory = await open(view("graph", { ...base, findings: [{ kind: "assertion", certainty: "observed", message: "weak", count: 1, steps: [],
      schedule: [step("T1", "atomic store", "data", 42), step("T1", "atomic store", "ready", 1), step("T2", "atomic load", "ready", 1), step("T2", "atomic load", "data", 0)], graph }] }));
    expect((await memory.textContent("section.finding")).includes("from-read"), "relations are named");
    await memory.getByRole("button", { name: /^co / }).click();
    expect(await memory.locator("path.edge.co").count() === 0, "a relation can be hidden");
    await memory.getByRole("button", { name: /^co / }).click();
    await picture(memory, "report-memory");
    await close(memory, "graph");
    const evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    const hostile = await open(view("hostile", { ...base, input: evil, findings: [{ kind: "data-race", certainty: "observed", message: evil, variable: evil, count: 1, notes: [evil],
      first: { ...step(evil, "write", evil), stack: [{ function: evil, location: evil }] }, second: step("T2", "read", evil) }] }));
    expect(await hostile.locator("img").count() === 0 && (await hostile.textContent("h2")) === evil, "names are text");
    await close(hostile, "hostile");
    const clean = await open(view("clean", { ...base, verdict: "clean", findings: [] }));
    expect((await clean.textContent("h2")).includes("Nothing was found"), "a clean report says so");
    await close(clean, "clean");
    // A hundred thousand events: opened in two seconds, stepped at sixty frames a second.
    const schedule = [];
    for (let i = 0; i < 100_000; ++i) schedule.push(step(`T${i % 4}`, i % 7 === 0 ? "acquire" : i % 7 === 3 ? "release" : "write", `v${i % 50}`, i));
    const file = view("large", { ...base, findings: [{ kind: "assertion", certainty: "observed", message: "long", count: 1, steps: [], schedule }] });
    const start = Date.now();
    const long = await open(file);
    await long.waitForSelector("#step-0");
    const opened = Date.now() - start;
    await long.locator(".lanes").focus();
    const frame = await long.evaluate(async () => {
      const lanes = document.querySelector(".lanes");
      const times = [];
      for (let i = 0; i < 60; ++i) {
        const begin = performance.now();
        lanes.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
        await new Promise((done) => requestAnimationFrame(done));
        times.push(performance.now() - begin);
      }
      return times.sort((a, b) => a - b)[30];
    });
    console.log(`100,000 events: open in ${opened} ms, a step in ${frame.toFixed(1)} ms (median of 60, with the wait for the frame)`);
    expect(await long.locator("svg .row").count() < 100, "only what is in sight is drawn");
    expect((await long.textContent("#detail")).includes("step 60 of"), "stepped to the 60th");
    await close(long, "large");
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(wrong.length > 0 ? wrong.join("\n") : `${checked} expectations hold`);
process.exit(wrong.length > 0 ? 1 : 0);
