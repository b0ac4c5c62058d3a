# SPDX-License-Identifier: Apache-2.0
"""The pages: the site is built strictly, links lead somewhere, and what is to be copied works."""

import os
import re
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path

import grimp
import pytest

from isochron import rtl
from isochron.building import package, verilator
from isochron.paths import ROOT

DOCS = ROOT / "docs"
TOP = ("firmware", "hardware", "scripts", "simulator", "src", "systems", "tests")
"""Folders whose READMEs, and those of the folders in them, tell a newcomer what is where."""
READMES = [readme for top in TOP for readme in sorted((ROOT / top).rglob("README.md"))]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")), *READMES]
LISTED = re.findall(
    r"^\| `systems/(\w+)/` \|", (DOCS / "explanation/architecture.md").read_text(), re.MULTILINE
)
CUT = [ROOT / "systems" / name for name in LISTED if not (ROOT / "systems" / name).exists()]
"""Folders of systems that pages name, and that this checkout was made without."""
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)]*))?\)")


def anchors(page: Path) -> set[str]:
    """Return the anchors that a forge and the site give to a page's headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", heading.strip().lower()) for heading in headings)
    return {re.sub(r"\s", "-", word) for word in plain}


def is_cut(path: Path) -> bool:
    """Whether a path is below the folder of a system that is not here."""
    return any(path.resolve().is_relative_to(folder) for folder in CUT)


def test_the_page_of_the_architecture_lists_every_system():
    folders = {path.parent.name for path in ROOT.glob("systems/*/README.md")}
    assert folders <= {*LISTED}
    assert len(LISTED) == len({*LISTED})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path):
    for path, anchor in LINK.findall(page.read_text()):
        target = page.parent / path if path else page
        if is_cut(target):
            continue
        assert target.exists(), f"no {path}"
        if anchor:
            assert anchor in anchors(target), f"no heading #{anchor} in {target.name}"


def test_folders_of_the_first_two_levels_have_a_readme_of_a_few_lines():
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)
    folders = {
        Path(*parts[:level])
        for parts in (Path(name).parts[:-1] for name in listed.splitlines())
        if parts and parts[0] in TOP
        for level in (1, 2)
    }
    assert len(folders) > 20
    for folder in folders:
        readme = ROOT / folder / "README.md"
        assert readme.is_file(), f"{folder} has no README.md"
        assert len(readme.read_text().splitlines()) <= 25, f"{folder}/README.md is long"


def test_a_folders_readme_names_the_folders_in_it():
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True)
    folders = {parent for name in listed.splitlines() for parent in Path(name).parents}
    unnamed = {
        str(folder)
        for folder in folders
        if (readme := ROOT / folder.parent / "README.md") in READMES
        and not re.search(rf"`{folder.name}[/`]", readme.read_text())
    }
    assert unnamed == set()


def test_paths_of_the_repository_that_pages_name_are_there():
    named = re.compile(
        r"`((?:docs|firmware|hardware|scripts|simulator|src|systems|tests)/[\w./-]+\w)`"
    )
    missing = {
        f"{page.relative_to(ROOT)}: {path}"
        for page in PAGES
        for path in named.findall(page.read_text())
        if not (ROOT / path).exists() and not is_cut(ROOT / path)
    }
    assert missing == set()


def test_the_drawing_and_the_table_of_the_packages_have_their_imports():
    graph = grimp.build_graph("isochron", exclude_type_checking_imports=True, cache_dir=None)
    folders = {name for name in graph.find_children("isochron") if graph.find_children(name)}
    table = (ROOT / "src/isochron/README.md").read_text()
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    packages = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(f"isochron.{name}" for name in packages) == sorted(folders)
    drawing = (DOCS / "explanation/architecture.md").read_text().split("flowchart TD\n")[1]
    arrows: dict[str, set[str]] = {name: set() for name in packages}
    for line in drawing.split("```")[0].splitlines():
        for start, end in product(*(re.findall(r"\w+", ends) for ends in line.split("-->"))):
            arrows[start].add(end)
    reached: dict[str, set[str]] = {}
    for name in packages[1:]:  # those of the rows above have been reached
        modules = graph.find_upstream_modules(f"isochron.{name}", as_package=True)
        imported = {module.split(".")[1] for module in modules} & {*packages}
        reached[name] = arrows[name].union(*(reached[end] for end in arrows[name]))
        assert arrows[name] <= imported <= reached[name], name


def test_the_site_is_built_without_a_warning(tmp_path: Path):
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "tutorials/first-program.html").is_file()


def test_the_first_program_of_the_tutorial_is_the_example():
    example = (ROOT / "firmware/examples/first_program.c").read_text()
    tutorial = (DOCS / "tutorials/first-program.md").read_text()
    (copied,) = re.findall(r"```c\n(.*?)```", tutorial, re.DOTALL)
    assert copied in example


def test_the_guide_to_move_an_application_lists_what_is_built():
    guide = (DOCS / "howto/move-an-application.md").read_text()
    table = guide.split("## 2.")[1].split("## 3.")[0]
    listed = [*package.words("KERNEL_SOURCES"), *package.words("FREERTOS_SOURCES")]
    listed += [folder.rpartition("/")[2] for folder in package.words("FREERTOS_INCLUDE")[1:]]
    assert [name for name in listed if name not in table] == []
    assert f"FreeRTOS-Kernel {' or '.join(package.words('FREERTOS_VERSIONS'))}" in table


def test_the_modules_of_the_tutorial_are_clean(tmp_path: Path):
    text = (DOCS / "tutorials/your-own-soc.md").read_text()
    source = tmp_path / "your_kernel.sv"
    source.write_text("\n".join(re.findall(r"```systemverilog\n(.*?)```", text, re.DOTALL)))
    files = dict.fromkeys([*rtl.sources("kernel"), *rtl.sources("adapters")])
    lint = [verilator.root() / "bin/verilator", "--lint-only", "-Wall", "-Wno-DECLFILENAME"]
    done = subprocess.run(
        [*lint, "--top-module", "your_wishbone_kernel", *files, source],
        env=verilator.environment(),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_changelog_tells_the_version_that_pyproject_has():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text()
    assert re.search(rf"^## \[?{re.escape(version)}\b", changes, re.MULTILINE)


def test_lists_begin_after_an_empty_line():
    """Otherwise the site takes them for the end of the paragraph."""
    glued = re.compile(r"^(?!\s|#|- |\d+\. |```|$)[^\n]*\n(?:- |1\. )", re.MULTILINE)
    found = {
        f"{page.relative_to(ROOT)}: {glued.search(text)[0]}"
        for page in PAGES
        if glued.search(text := re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL))
    }
    assert found == set()
