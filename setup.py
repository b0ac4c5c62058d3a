# SPDX-License-Identifier: Apache-2.0
"""What an installed package is, unless it is editable: the checkout's modules, where they are.

They work on hardware and firmware beside them. pyproject.toml has the rest.
"""

import re
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

CHECKOUT = Path(__file__).resolve().parent
MODULES = CHECKOUT / "src/isochron"
LOCK = (CHECKOUT / "requirements.lock").read_text()
PACKAGE = f"""import sys
from pathlib import Path

__path__ = [{str(MODULES)!r}]

if not Path(__path__[0]).is_dir():
    raise SystemExit(
        f"error: isochron works in its checkout, but {{__path__[0]}} is not there any more\\n"
        "cure: in the checkout, install it again, for example by `pipx install --force .`"
    )
sys.path.append({str(CHECKOUT)!r})
"""


class BuildPy(build_py):
    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        package = Path(self.build_lib) / "isochron"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").write_text(PACKAGE)


setup(
    install_requires=re.findall(r"^[\w.-]+==[^\s\\]+", LOCK, re.MULTILINE),
    cmdclass={"build_py": BuildPy},
    options={"build": {"build_base": "build/package"}},
)
