"""The same kernel texts for this project and for Triton."""

import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def gpu_targets():
    """This project's targets that run on this machine's GPU."""
    from mytriton import _mytriton
    return [name for name, runs in _mytriton.targets() if runs and name in ("cuda", "nvptx", "mlir")]


def load_kernels(package, path=HERE / "kernels.py"):
    """The kernels of a file with the names triton and tl bound to a package."""
    names = {"triton": package, "triton.language": package.language}
    saved = {name: sys.modules.get(name) for name in names}
    sys.modules.update(names)
    try:
        spec = importlib.util.spec_from_file_location(
            "%s_%s" % (path.stem, package.__name__), path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        for name, old in saved.items():
            sys.modules.pop(name)
            if old is not None:
                sys.modules[name] = old
