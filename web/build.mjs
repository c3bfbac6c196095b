// SPDX-License-Identifier: Apache-2.0
// node build.mjs WEB BUILD OUTPUT: the sources of the page → one file. Its content policy names the one script and the one
// style sheet by their hashes: nothing else in it can run, whatever the data says.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [web, build, output] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(build, "package.json"));
const esbuild = require("esbuild");

const bundled = async (entry) => {
  const result = await esbuild.build({
    entryPoints: [join(web, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    target: "es2020",
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    nodePaths: [join(build, "node_modules")],
    legalComments: "none",
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
};
const digest = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

const script = await bundled("main.tsx");
const style = await bundled("page.css");
if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error("the bundle would end its own element");
const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; base-uri 'none'; form-action 'none'`;
const page = readFileSync(join(web, "page.html"), "utf8")
  .replace("POLICY_GOES_HERE", () => policy)
  .replace("STYLE_GOES_HERE", () => style)
  .replace("SCRIPT_GOES_HERE", () => script);
const limit = 300_000;
if (Buffer.byteLength(page) > limit) throw new Error(`the page has ${Buffer.byteLength(page)} bytes, more than ${limit}`);
writeFileSync(output, page);
