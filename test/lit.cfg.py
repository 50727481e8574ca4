"""How lit runs the tests of this folder. docs/testing.md lists what a test may use."""

import os
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.mt_source_dir, "test", "Support"))
import toolchain

config.name = "MyTriton"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mt", ".py", ".test"]
# Python and GPULaunch hold pytest's files, Inputs and Support what tests read and import.
config.excludes = ["Device", "GPULaunch", "Python", "Inputs", "Support", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.join(config.mt_source_dir, "test")

bin_dir = os.path.join(config.mt_build_dir, "bin")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Symbolizing a stack takes seconds and no test reads the names.
config.environment["LLVM_DISABLE_SYMBOLIZATION"] = "1"
config.environment["PATH"] = os.pathsep.join(
    [bin_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
)
# A test that sets none of these must not depend on the user's own.
for variable in [name for name in config.environment if name.startswith("MYTRITON_")]:
    del config.environment[variable]

try:
    import psutil  # noqa: F401  (lit needs it to stop what a test started)

    lit_config.maxIndividualTestTime = lit_config.maxIndividualTestTime or 300
except ImportError:
    pass


# ---- Substitutions ----


def add_tool(word, command):
    """Replaces the command `word`, and `%word` where a line has it as an argument."""
    boundary = r"(?<![\w./%-])" + word + r"(?![\w./-])"
    config.substitutions.append((boundary, command))


def tool(name):
    return os.path.join(bin_dir, name)


# Not through config.environment: lit's own `cat` and `diff` overwrite PYTHONPATH
# for the commands after them.
python_path = "PYTHONPATH=" + os.path.join(config.mt_build_dir, "python")
support = os.path.join(config.mt_source_dir, "test", "Support")
sanitized = toolchain.sanitizer_environment(config.mt_sanitizers, config.mt_cxx)
config.environment.update(sanitized.variables)
python_variables = [python_path]
if sanitized.preload:  # the interpreter itself is not instrumented
    python_variables += ["LD_PRELOAD=" + sanitized.preload, "ASAN_OPTIONS=detect_leaks=0"]
python = " ".join(["env", *python_variables, config.mt_python])

# Every module a test reads must survive printing and parsing.
mt_opt = tool("mt-opt") + " -verify-roundtrip"
config.substitutions += [
    ("%mt-opt-plain", tool("mt-opt")),
    ("%mt-opt", mt_opt),
    ("%mtc", tool("mtc")),
    ("%mt-run", tool("mt-run")),
    ("%mt-fuzz", tool("mt-fuzz")),
    ("%python", python),
    ("%nvrtc", "%s %s" % (config.mt_python, os.path.join(support, "nvrtc.py"))),
    ("%mytriton-lib", os.path.join(config.mt_build_dir, "lib", "libMyTriton.so")),
    ("%mlir-to-ptx", toolchain.mlir_to_ptx()),
    ("%mlir-plugin", os.path.join(config.mt_build_dir, "lib", "libMyTritonMLIR.so")),
    ("%plugins", os.path.join(config.mt_build_dir, "lib")),
    ("%source-dir", config.mt_source_dir),
    ("%build-dir", config.mt_build_dir),
    ("%examples", os.path.join(config.mt_source_dir, "examples")),
    ("%cmake", config.mt_cmake),
    ("%llvm-dir", config.llvm_dir),
]
add_tool("mt-opt", mt_opt)
add_tool("mtc", tool("mtc"))
add_tool("mt-run", tool("mt-run"))
add_tool("mt-fuzz", tool("mt-fuzz"))
add_tool("python", python)
for name in ["FileCheck", "not", "count", "split-file"]:
    add_tool(name, os.path.join(config.llvm_tools_dir, name))


# ---- Features ----

config.available_features |= toolchain.features(config.llvm_tools_dir)
if "NVPTX" in config.llvm_targets:
    config.available_features.add("nvptx")
if config.mt_mlir:
    config.available_features.add("mlir-plugin")
if config.mt_assertions:
    config.available_features.add("assertions")
for sanitizer in filter(None, config.mt_sanitizers):
    config.available_features.add(sanitizer + "-sanitizer")
for name in ["mtc", "mt-opt", "mt-run", "mt-fuzz"]:
    if os.path.exists(tool(name)):
        config.available_features.add(name)
