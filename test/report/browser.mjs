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
// From there to there: the rest of it is empty, or another picture's.
const picture = async (page, name, y = 0, end = 900) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.mouse.move(4, 890);
  await page.screenshot({ path: join(pictures, `${name}.png`), clip: { x: 0, y, width: 1280, height: end - y } });
};
// The page draws when it has time to: what it is to show is waited for.
const appears = (page, selector) => page.waitForSelector(selector, { state: "attached", timeout: 5000 }).then(() => true, () => false);
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
    expect((await page.textContent("h2")) === report.findings[0].message.replaceAll("`", ""), "the message is shown");
    expect((await page.locator("h2 code").allTextContents()).join() === [...report.findings[0].message.matchAll(/`([^`]+)`/g)].map((found) => found[1]).join(), "names are set as code");
    // One is at the step that decides from the beginning, and the arrow keys step at once.
    const opened = schedule.findIndex((step) => step.decisive);
    expect(await appears(page, `#step-${opened}.chosen`) && (await page.textContent("#detail")).includes(`step ${opened + 1} of`), "what decides is chosen");
    for (const [key, by] of [["ArrowRight", 1], ["ArrowLeft", 0], ["ArrowUp", -1], ["ArrowDown", 0]]) {
      await page.keyboard.press(key);
      expect(await appears(page, `#step-${opened + by}.chosen`), `${key} steps wherever one is`);
    }
    // Keys that come faster than the page draws: none is lost.
    for (const [key, by] of [["ArrowUp", -2], ["ArrowDown", 0]]) {
      await page.evaluate(async (pressed) => {
        for (let i = 0; i < 2; ++i) {
          dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true }));
          for (let k = 0; k < 9; ++k) await Promise.resolve();
        }
      }, key);
      expect(await appears(page, `#step-${opened + by}.chosen`), `${key} twice in a frame`);
    }
    await page.getByRole("button", { name: /forward/ }).click();
    expect(await appears(page, `#step-${opened + 1}.chosen`), "the first click on forward steps");
    expect((await page.textContent("section.finding")).includes("keys: ↑ ↓"), "the keys are mentioned");
    const variables = await page.getByLabel("variable or lock").locator("option").allTextContents();
    expect(variables.length > 1 && !variables.some((name) => /^(T\d+|main)$/.test(name)), `only variables and locks: ${variables}`);
    expect(await page.locator("svg .row").count() === schedule.length, `${await page.locator("svg .row").count()} rows of ${schedule.length}`);
    await page.locator("#step-1").click();
    expect((await page.textContent("#detail")).includes(`step 2 of ${schedule.length}`), "a click chooses the step");
    await page.waitForURL(/step=2$/, { timeout: 5000 }).catch(() => undefined);
    expect(page.url().endsWith("step=2"), "the address says which step");
    await page.getByRole("button", { name: /forward/ }).click();
    expect((await page.textContent("#detail")).includes("step 3"), "forward");
    await page.locator(".lanes").focus();
    await page.keyboard.press("ArrowDown");
    expect((await page.textContent("#detail")).includes("step 4"), "the keyboard steps");
    expect((await page.textContent(".source li.here")).includes(readFileSync(join(folder, "ticket_office.cpp"), "utf8").split("\n")[Number(/:(\d+)$/.exec(schedule[3].location)[1]) - 1].trim()), "the source follows");
    await page.getByLabel("search in the steps").fill(schedule[schedule.length - 2].target ?? "");
    expect(await page.locator("svg .row.found").count() > 0, "search marks steps");
    await page.getByRole("button", { name: /^next/ }).click();
    await page.getByLabel("search in the steps").focus();
    await page.keyboard.press("ArrowLeft");
    await page.locator("#step-0").click();
    await page.getByLabel("thread", { exact: true }).selectOption("T1");
    expect(await page.locator("svg .row").count() === schedule.filter((step) => step.thread === "T1").length, "filter by thread");
    const ofT1 = schedule.map((step, index) => [step, index]).filter(([step]) => step.thread === "T1").map(([, index]) => index);
    expect(await appears(page, `#step-${ofT1[0]}.chosen`) && (await page.textContent("#detail")).includes(`step ${ofT1[0] + 1} of`), "what is chosen is shown");
    await page.getByRole("button", { name: /forward/ }).click();
    expect(await appears(page, `#step-${ofT1[1]}.chosen`), "forward goes to the next one that is shown");
    await page.getByLabel("thread", { exact: true }).selectOption("");
    await page.getByLabel("search in the steps").fill("");
    const decisive = schedule.findIndex((step) => step.decisive);
    await page.locator(`#step-${decisive}`).click();
    await picture(page, "report-schedule");
    await page.getByRole("button", { name: "happens before" }).click();
    const loads = schedule.map((step, index) => [step, index]).filter(([step]) => step.operation === "atomic load" && step.thread !== "main").map(([, index]) => index);
    await page.locator(`#step-${loads[0]}`).click();
    expect(await page.locator(`#step-${loads[1]}.unordered`).count() === 1, "the two loads are not ordered");
    expect(await page.locator("#step-0.unordered").count() === 0, "a creation is");
    await page.getByRole("button", { name: "happens before" }).click();
    await page.locator(`#step-${decisive}`).click();
    const tree = await page.locator(".lanes [role=option]").first().evaluate((row) => [row.getAttribute("aria-label"), row.getAttribute("aria-setsize"), row.closest("[role=listbox]")?.getAttribute("aria-label")]);
    expect(tree[0].startsWith("step 1, main, fork T1") && tree[1] === String(schedule.length) && tree[2] === "schedule", `for a screen reader: ${tree}`);
    const unnamed = await page.locator("button, select, input, svg[role=img]").evaluateAll((all) => all.filter((each) => !(each.textContent?.trim() || each.getAttribute("aria-label"))).length);
    expect(unnamed === 0, `${unnamed} controls without a name`);
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
    await page.waitForURL((address) => address.hash.endsWith(`step=${decisive + 1}`), { timeout: 5000 }).catch(() => undefined);
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
    const ran = await open(join(folder, "run.html"));
    expect((await ran.locator(".card h4").allTextContents()).every((words) => words.endsWith(" cache.lookups_")), "a run's accesses name the variable");
    expect(await ran.locator("form.toolbar, .lanes").count() === 0, "two accesses are no schedule");
    await close(ran, "run");
  }
  {
    writeFileSync(join(folder, "dinner.c"), "#include <pthread.h>\nstatic pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;\nstatic void *plato(void *p) {\n  pthread_mutex_lock(&left);\n  pthread_mutex_lock(&right);\n  pthread_mutex_unlock(&right);\n  pthread_mutex_unlock(&left);\n  return p;\n}\nstatic void *kant(void *p) {\n  pthread_mutex_lock(&right);\n  pthread_mutex_lock(&left);\n  pthread_mutex_unlock(&left);\n  pthread_mutex_unlock(&right);\n  return p;\n}\nint main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, plato, 0);\n  pthread_create(&b, 0, kant, 0);\n  pthread_join(a, 0);\n  pthread_join(b, 0);\n}\n");
    const report = JSON.parse(run("check", "dinner.c", "--format", "json", "--save", "none"));
    expect(report.findings[0].kind === "deadlock", "a deadlock");
    const page = await open(view("deadlock", report));
    const text = await page.textContent("section.finding");
    for (const wanted of ["Who waits for whom", "left", "right", "waits for"]) expect(text.includes(wanted), `deadlock: ${wanted}`);
    const labels = await page.locator("svg .row").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
    for (const thread of ["T1", "T2"])
      expect(labels.filter((label) => label.includes(`, ${thread}, `)).pop().includes(", waits for "), `the last step of ${thread} is an attempt: ${labels}`);
    expect(await page.locator("svg rect.held").count() === 2, "a bar for what is held, none for what is waited for");
    await picture(page, "report-deadlock");
    await close(page, "deadlock");
    // By the keyboard alone: from the top of the page to the schedule, and along it.
    const keyed = await open(join(folder, "deadlock.html"));
    for (let i = 0; i < 40 && !(await keyed.evaluate(() => document.activeElement?.getAttribute("role") === "listbox")); ++i) await keyed.keyboard.press("Tab");
    await keyed.keyboard.press("End");
    const steps = report.findings[0].schedule.length;
    await keyed.waitForFunction((text) => document.querySelector("#detail")?.textContent?.includes(text), `step ${steps} of ${steps}`, { timeout: 5000 }).catch(() => undefined);
    expect((await keyed.textContent("#detail")).includes(`step ${steps} of ${steps}`), "the keyboard comes to the end of the schedule");
    await keyed.keyboard.press("Home");
    await keyed.waitForFunction((text) => document.querySelector("#detail")?.textContent?.includes(text), `step 1 of ${steps}`, { timeout: 5000 }).catch(() => undefined);
    expect((await keyed.textContent("#detail")).includes(`step 1 of ${steps}`), "and back");
    await close(keyed, "keyboard");
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
    const both = report.lattice.states.filter(({ state }) => [1, 2].includes(state.T1) && [1, 2].includes(state.T2)).map(({ state }) => `${state.T1},${state.T2} ✓`);
    const ticked = (await page.locator("svg .box.holds + text").allTextContents()).sort();
    expect(both.length === 4 && ticked.join(" ") === both.sort().join(" "), `the predicate's states: ${ticked}`);
    const before = await page.textContent("#state");
    expect(before.includes("the predicate holds"), "one begins where the predicate holds");
    await page.locator("#state button").first().click();
    expect(before !== (await page.textContent("#state")), "one can walk from state to state");
    expect((await page.locator("svg rect.box.path").count()) > 0, "the way of the witness is marked");
    const walk = page.locator(".scroll[tabindex]");
    await walk.focus();
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    expect((await page.textContent("#state b")) === "T1: 0, T2: 1", `the arrow keys walk: ${await page.textContent("#state")}`);
    expect(await page.locator("svg line.path").count() === report.lattice.states.filter((state) => state.on_path).length - 1, "the way of the witness is drawn");
    await page.evaluate(() => document.getElementById("state").parentElement.querySelectorAll("h3").forEach((head) => head.textContent === "Global states" && head.scrollIntoView({ behavior: "instant" })));
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const legend = await page.locator("p.dim", { hasText: "A box is a global state" }).boundingBox();
    await picture(page, "report-lattice", (await page.locator("h3", { hasText: "Global states" }).boundingBox()).y - 12, legend.y + legend.height + 8);
    await close(page, "lattice");
    let large = "";
    for (const thread of ["T1", "T2", "T3"]) for (let i = 0; i < 20; ++i) large += `${thread}|w(${thread}_${i})|${i}\n`;
    writeFileSync(join(folder, "large.std"), large);
    const levels = await open(view("levels", JSON.parse(run("states", "large.std", "--format", "json"))));
    expect((await levels.textContent("section.finding")).includes("by level"), "a histogram of many states");
    await picture(levels, "report-levels", 0, 430);
    await close(levels, "levels");
  }
  {
    writeFileSync(join(folder, "treiber_plain.c"), readFileSync(join(sources, "examples/prove/treiber_plain.c")));
    const report = JSON.parse(run("prove", "treiber_plain.c", "--format", "json"));
    const steps = report.findings[0].steps;
    const page = await open(view("proof", report));
    const fullest = steps.reduce((best, step, index) => (step.heap.length > steps[best].heap.length ? index : best), 0);
    await page.locator(`#step-${fullest}`).click();
    const boxes = (await page.locator("#detail .heap svg text").allTextContents()).join(" → ");
    expect(boxes === steps[fullest].heap, `the heap after a step: ${boxes}`);
    expect(await page.locator("#detail .heap .box.new").count() > 0, "what is new in the heap is marked");
    await picture(page, "report-proof");
    await page.getByRole("button", { name: /back/ }).click();
    expect((await page.locator("#detail .heap svg").getAttribute("aria-label")).endsWith(steps[fullest - 1].heap), "the heap follows the steps");
    await close(page, "proof");
  }
  {
    const base = { schema_version: 1, tool: "heddle", version: "0", command: "check", input: "q.cpp", verdict: "findings", reason: null, statistics: {} };
    const step = (thread, operation, target, value) => ({ thread, operation, target, value, location: "q.cpp:3" });
    writeFileSync(join(folder, "overtaken.jsonl"), readFileSync(join(sources, "examples/linearizable/overtaken.jsonl")));
    const recorded = JSON.parse(run("linearizable", "overtaken.jsonl", "--model", "queue", "--format", "json"));
    const { history } = recorded.findings[0];
    const page = await open(view("history", recorded));
    expect(await page.locator("svg.history rect").count() === history.calls.length, "a bar a call");
    expect(await page.locator("svg.history rect.bad").count() === history.core.length, "the calls that contradict each other are marked");
    expect(await page.locator("svg.history path.through").count() === 1, "the order that gets furthest goes through the bars");
    const states = history.order.map((_, index) => `${index + 1}: ${history.states[index + 1]}`).join();
    expect((await page.locator("svg.history .point .state").allTextContents()).join() === states, "the model's state at each point");
    for (const [index, bar] of history.order.entries()) {
      const box = await page.locator("svg.history rect").nth(bar).boundingBox(), point = await page.locator("svg.history circle").nth(index).boundingBox();
      const middle = point.x + point.width / 2;
      expect(middle >= box.x && middle <= box.x + box.width, "a call takes effect within its bar");
    }
    await picture(page, "report-history", 0, 680);
    await close(page, "history");
    writeFileSync(join(folder, "message.c"), readFileSync(join(sources, "examples/memory/message.c")));
    const weak = JSON.parse(run("check", "message.c", "--memory-model", "rc11", "--format", "json", "--save", "none"));
    const memory = await open(view("graph", weak));
    expect((await memory.textContent("section.finding")).includes("from-read"), "relations are named");
    for (const relation of ["rf", "fr"])
      expect(await memory.locator(`svg[aria-label="graph of events"] path.edge.${relation}`).count() === weak.findings[0].graph.edges.filter((edge) => edge.relation === relation).length, `${relation} as in the report`);
    await memory.getByRole("button", { name: /^hb / }).click();
    expect(await memory.locator("path.edge.hb").count() >= 2, "creations happen before what is created");
    await memory.getByRole("button", { name: /^hb / }).click();
    expect(await memory.locator("path.edge.hb").count() === 0, "a relation can be hidden");
    // Arrows of a weak execution are those of its graph; a creation leads to the thread that it makes.
    const loads = weak.findings[0].schedule;
    for (const [index, step] of loads.entries()) {
      if (!/^(atomic load|read|fork)$/.test(step.operation)) continue;
      await memory.locator(`#step-${index}`).click();
      await appears(memory, `#step-${index}.chosen`);
      const reads = weak.findings[0].graph.edges.filter((edge) => edge.relation === "rf" && (edge.from === index || edge.to === index));
      expect(await memory.locator(".lanes path.edge.rf").count() === reads.length, `step ${index + 1} ${step.sees ?? ""}: as many dashed arrows as it reads from`);
      if (step.operation === "fork") {
        const first = loads.findIndex((each) => each.thread === step.target);
        const [arrow, row] = [await memory.locator(".lanes path.edge.sw").last().getAttribute("d"), await memory.locator(`#step-${first} circle, #step-${first} rect:not(.hit)`).first().evaluate((mark) => [Number(mark.getAttribute("cx") ?? Number(mark.getAttribute("x")) + 5), Number(mark.getAttribute("cy") ?? Number(mark.getAttribute("y")) + 5)])];
        const [x, y] = arrow.split(" ").pop().split(",").map(Number);
        expect(x === row[0] && y + 6 === row[1], `fork ${step.target} leads to its first step: ${arrow} and ${row}`);
      }
      if (step.operation !== "fork") expect((await memory.textContent("#detail")).includes("no one value at a time") && await memory.locator(".values").count() === 0, "values are not those of one memory");
    }
    await memory.evaluate(() => scrollTo(0, 0));
    await picture(memory, "report-memory");
    await close(memory, "graph");
    const evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    const hostile = await open(view("hostile", { ...base, input: evil, findings: [{ kind: "data-race", certainty: "observed", message: evil, variable: evil, count: 1, notes: [evil],
      first: { ...step(evil, "write", evil), stack: [{ function: evil, location: evil }] }, second: step("T2", "read", evil) }] }));
    expect(await hostile.locator("img").count() === 0 && (await hostile.textContent("h2")) === evil, "names are text");
    await close(hostile, "hostile");
    const unseen = "a\x1b[31m\nb\u202ec";
    const shown = "a\\x1b[31m\\x0ab\\u202ec";
    const quiet = await open(view("unseen", { ...base, findings: [{ kind: "assertion", certainty: "observed", message: `\`${unseen}\` fails`, count: 1, notes: ["two\nlines"], steps: [],
      threads: [{ name: "T1", label: unseen, runs: "f" }],
      schedule: [step("main", "fork", "T1"), step("T1", "write", unseen, 7), step("T1", "read", unseen, 7), step("T2", "write", "plain"), step("T2", "read", "other", 3)] }] }));
    expect((await quiet.textContent("h2")) === `${shown} fails` && (await quiet.textContent("h2 code")) === shown, "what shows nothing is shown");
    expect((await quiet.textContent("section.finding")).includes(`“${shown}”`) && !(await quiet.textContent("section.finding")).includes("\x1b"), "in a thread's name, too");
    expect((await quiet.textContent("ul.notes li")) === "two\nlines", "a note may have lines");
    const changed = async (index) => { await quiet.locator(`#step-${index}`).click(); await appears(quiet, `#step-${index}.chosen`); return (await quiet.locator(".values tr.changed").allTextContents()).join(); };
    expect((await changed(1)) === `${shown}7 ◂ changed`, "a write changes a value");
    expect((await changed(2)) === "", "a read changes none");
    expect((await changed(3)) === "plainnot recorded ◂ changed", "a write without a value says so");
    expect((await changed(4)) === "", "a read of a value that was not seen before changes none");
    await close(quiet, "unseen");
    const clean = await open(view("clean", { ...base, verdict: "clean", findings: [] }));
    expect((await clean.textContent("h2")).includes("Nothing was found"), "a clean report says so");
    await close(clean, "clean");
    // A hundred thousand events: opened in two seconds, stepped at sixty frames a second.
    const schedule = [];
    for (let i = 0; i < 100_000; ++i) schedule.push(step(`T${i % 4}`, i % 7 === 0 ? "acquire" : i % 7 === 3 ? "release" : "write", `v${i % 50}`, i));
    const file = view("large", { ...base, findings: [{ kind: "assertion", certainty: "observed", message: "long", count: 1, steps: [], schedule }] });
    const start = Date.now();
    const long = await open(file);
    await long.waitForSelector("#step-99999");
    const opened = Date.now() - start;
    await long.locator(".lanes").focus();
    await long.keyboard.press("Home");
    await long.waitForSelector("#step-0");
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
    // Of the page's own thread: a machine that does other things, too, does not count.
    const inspector = await long.context().newCDPSession(long);
    await inspector.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => (await inspector.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
    const beforeSteps = await busy();
    await long.evaluate(async () => {
      for (let i = 0; i < 100; ++i) {
        document.querySelector(".lanes").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
    const cost = ((await busy()) - beforeSteps) / 100;
    console.log(`100,000 events: open in ${opened} ms, a step in ${frame.toFixed(1)} ms (median of 60, with the wait for the frame), of CPU ${cost.toFixed(1)} ms`);
    expect(await long.locator("svg .row").count() < 100, "only what is in sight is drawn");
    expect((await long.textContent("#detail")).includes("step 161 of"), "stepped 160 times");
    await long.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await long.waitForFunction(() => document.querySelectorAll("svg .row").length > 1000, undefined, { timeout: 10_000 }).catch(() => undefined);
    expect(await long.locator("svg .row").count() >= 2000, "on paper the rows that are not in sight are there, too");
    await long.evaluate(() => dispatchEvent(new Event("afterprint")));
    await close(long, "large");
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(wrong.length > 0 ? wrong.join("\n") : `${checked} expectations hold`);
process.exit(wrong.length > 0 ? 1 : 0);
