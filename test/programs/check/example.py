# SPDX-License-Identifier: Apache-2.0
"""The GoogleTest and CTest project in examples/check, built and run as a stranger would.

    example.py BUILD_DIRECTORY SOURCE_DIRECTORY WORKING_DIRECTORY
"""
import subprocess
import sys

build, source, work = sys.argv[1:4]
subprocess.run(["cmake", "-S", f"{source}/examples/check", "-B", work, f"-DHEDDLE_DIRECTORY={build}",
                f"-DHEDDLE_INCLUDE_DIRECTORY={source}/include"], check=True, stdout=subprocess.DEVNULL)
subprocess.run(["cmake", "--build", work], check=True, stdout=subprocess.DEVNULL)
sys.exit(subprocess.run(["ctest", "--test-dir", work, "--output-on-failure"]).returncode)
