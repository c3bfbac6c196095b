#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/site.py TO: the pages as a site with search (Debian's mkdocs with material), and no dead link in it.

tools/site.py --check [DIRECTORY]: only looks for dead links in the pages themselves, here or where they are installed, which
needs no mkdocs.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
GROUPS = {
    "Start": ["README.md", "doc/tutorial.md", "doc/faq.md", "doc/ci.md"],
    "Commands": ["doc/run.md", "doc/check.md", "doc/memory-model.md", "doc/machine.md", "doc/predict.md", "doc/states.md",
                 "doc/losets.md", "doc/prove.md", "doc/debugging.md"],
    "Reference": ["doc/project-file.md", "doc/cmake.md", "doc/library.md", "doc/json.md", "doc/trace-format.md", "doc/synchronisation.md",
                  "doc/glossary.md"],
    "Inside": ["doc/architecture.md", "doc/benchmarks.md", "doc/errata.md", "CONTRIBUTING.md"],
}


def pages():
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "doc").glob("*.md"))]


def anchors(page):
    """As GitHub makes them of headings."""
    found = set()
    for line in re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S).splitlines():
        if heading := re.match(r"#+ (.*)", line):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            found.add(re.sub(r"[^\w\- ]", "", text).replace(" ", "-"))
    return found


def dead_links():
    for page in pages():
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (page.parent / name).resolve() if name else page
            if not file.exists():
                yield f"{page.relative_to(ROOT)}: there is no {target}"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                yield f"{page.relative_to(ROOT)}: {name or page.name} has no heading #{anchor}"


def linked_sources():
    """Files that pages link to and that are no pages: they are shown as they are."""
    found = set()
    for page in pages():
        for target in re.findall(r"\]\(([^)\s#]+)", page.read_text()):
            file = (page.parent / target).resolve()
            if file.is_file() and file.suffix != ".md" and file.is_relative_to(ROOT):
                found.add(file.relative_to(ROOT))
    return sorted(found)


def without_directory(link, beside):
    """The project has directories to look into, a site has not."""
    return link[1] if (beside / link[2]).is_dir() else link[0]


def title(page):
    return re.sub(r"`", "", re.search(r"^# (.*)", page.read_text(), re.M)[1])


def build(to):
    with tempfile.TemporaryDirectory() as directory:
        docs = pathlib.Path(directory) / "docs"
        (docs / "doc").mkdir(parents=True)
        listed = {name for names in GROUPS.values() for name in names}
        for page in pages():
            name = str(page.relative_to(ROOT))
            if name not in listed:
                GROUPS["Reference"].append(name)
            # The site has an index instead of a README, and shows sources as they are in the project.
            text = re.sub(r"\((?:\.\./)?README\.md", "(../index.md" if name.startswith("doc/") else "(index.md", page.read_text())
            text = re.sub(r"\[([^\]]*)\]\(([^)\s]+)\)", lambda link: without_directory(link, page.parent), text)
            (docs / ("index.md" if name == "README.md" else name)).write_text(text)
        for source in linked_sources():
            (docs / source).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, docs / source)
        settings = ["site_name: heddle", f"site_dir: {pathlib.Path(to).resolve()}", "use_directory_urls: false",
                    "theme:", "  name: material", "  font: false", "markdown_extensions:", "  - tables", "  - toc", "nav:"]
        for group, names in GROUPS.items():
            settings.append(f"  - {group}:")
            settings += [f"    - \"{title(ROOT / name)}\": {'index.md' if name == 'README.md' else name}" for name in names
                         if (ROOT / name).exists()]
        (pathlib.Path(directory) / "mkdocs.yml").write_text("\n".join(settings) + "\n")
        done = subprocess.run(["mkdocs", "build", "--strict", "-f", f"{directory}/mkdocs.yml"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout)
    if wrong := list(wrong_in_site(pathlib.Path(to).resolve())):
        sys.exit("\n".join(wrong))
    print(f"{to}/index.html")


def wrong_in_site(site):
    """As a browser sees it: what links lead to is there, with its heading, and the search knows every page."""
    pages_of_site = sorted(site.rglob("*.html"))
    ids = {page: set(re.findall(r'\bid="([^"]+)"', page.read_text())) for page in pages_of_site}
    for page in pages_of_site:
        if page.name == "404.html":  # its links are from the root of a server
            continue
        for target in re.findall(r'\b(?:href|src)="([^"]+)"', page.read_text()):
            if re.match(r"[a-z]+:|//", target):
                continue
            name, _, anchor = urllib.parse.unquote(target).partition("#")
            file = (page.parent / name).resolve() if name else page
            if file.is_dir():
                file /= "index.html"
            if not file.exists():
                yield f"{page.relative_to(site)}: leads to {target}, which is not there"
            elif anchor and file in ids and anchor not in ids[file]:
                yield f"{page.relative_to(site)}: leads to {target}, which has no such heading"
    found = {entry["location"].partition("#")[0] for entry in json.loads((site / "search/search_index.json").read_text())["docs"]}
    for page in pages():
        name = "index.html" if page.name == "README.md" else str(page.relative_to(ROOT).with_suffix(".html"))
        if name not in found:
            yield f"the search does not know {name}"


def main():
    global ROOT
    if sys.argv[1:2] == ["--check"] and len(sys.argv) > 2:
        ROOT = pathlib.Path(sys.argv[2]).resolve()
    wrong = list(dead_links())
    if wrong:
        sys.exit("\n".join(wrong))
    if sys.argv[1] != "--check":
        build(sys.argv[1])


if __name__ == "__main__":
    main()
