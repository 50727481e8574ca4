"""What reaches the driver: arguments, grids, streams, devices, errors."""

import threading

import numpy as np
import pytest

import mytriton
import mytriton as triton
import mytriton.as_triton
import mytriton.language as tl
from arrays import BASE, Capsule, CuPy, Interface, Torch, exchanged
from kernels import make_add


def three(make, **options):
    return [make(offset=i << 20, **options) for i in range(3)]


@pytest.mark.parametrize("make", [exchanged, Interface, Torch, Capsule])
def test_arguments_and_grid(gpu, make):
    kernel = make_add()
    result = kernel[(4,)](*three(make), 1000, BLOCK=256)
    [launch] = gpu.launches()
    assert launch["name"] == "add_kernel" and launch["grid"] == (4, 1, 1)
    assert launch["args"] == (BASE[0], BASE[0] + (1 << 20), BASE[0] + (2 << 20), 1000)
    assert launch["threads"] == 256 and launch["device"] == 0 and launch["stream"] == 0
    assert result.metadata.target == "cuda"


@pytest.mark.parametrize("make", [exchanged, Interface])
def test_cooperative_grids(gpu, make):
    kernel = make_add()
    for together in (True, True, False, False, True):
        kernel[(4,)](*three(make), 1000, BLOCK=256, launch_cooperative_grid=together)
    compiled = kernel[(4,)](*three(make), 1000, BLOCK=256, launch_cooperative_grid=True)
    compiled[(4, 1, 1)](*three(make), 1000, 256)
    kernel[(4,)](*three(make), 1000, BLOCK=256)
    assert [launch["cooperative"] for launch in gpu.launches()] == [
        True, True, False, False, True, True, True, False]
    gpu.configure(fail_launch=720)
    with pytest.raises(RuntimeError, match="launching a grid of 4 x 1 x 1 programs of 256 threads"):
        kernel[(4,)](*three(make), 1000, BLOCK=256, launch_cooperative_grid=True)


@pytest.mark.parametrize("make", [exchanged, Interface, Torch, Capsule])
def test_arrays_run_on_their_own_device(gpu, make):
    kernel = make_add()
    kernel[(1,)](*three(make, device=1), 256, BLOCK=256)
    kernel[(1,)](*three(make, device=0), 256, BLOCK=256)
    kernel[(1,)](*three(make, device=1), 256, BLOCK=256)
    assert [launch["device"] for launch in gpu.launches()] == [1, 0, 1]
    assert gpu.counts()["contexts"] <= 1


@pytest.mark.parametrize("versioned", [True, False])
def test_capsules(gpu, versioned):
    arrays = three(Capsule, versioned=versioned)
    make_add()[(1,)](*arrays, 256, BLOCK=256)
    # What works on the array so far is to be done in front of the default stream.
    assert [array.streams for array in arrays] == [[1]] * 3
    assert gpu.launches()[0]["args"][2] == BASE[0] + (2 << 20)


def test_capsules_that_cannot_be_used(gpu):
    arrays = three(Capsule)
    with pytest.raises(triton.CompileError, match="const"):
        make_add()[(1,)](*arrays[:2], Capsule(readonly=True), 256, BLOCK=256)
    with pytest.raises(TypeError, match="device type 10, which no target"):
        make_add()[(1,)](*arrays[:2], Capsule(device_type=10), 256, BLOCK=256)
    with pytest.raises(TypeError, match="1 x 64 bits of DLPack's type code 5"):
        make_add()[(1,)](*arrays[:2], Capsule(dtype="complex64"), 256, BLOCK=256)
    with pytest.raises(TypeError, match="cannot pass a Capsule"):
        make_add()[(1,)](*arrays[:2], Capsule(major=9), 256, BLOCK=256)


def test_the_stream_the_array_works_in(gpu):
    kernel = make_add()
    arrays = three(exchanged, device=1)
    gpu.set_stream(1, 0x51)
    kernel[(1,)](*arrays, 256, BLOCK=256)
    gpu.set_stream(1, 0x52)
    kernel[(1,)](*arrays, 256, BLOCK=256)
    kernel[(1,)](*arrays, 256, BLOCK=256, stream=0x99)
    assert [launch["stream"] for launch in gpu.launches()] == [0x51, 0x52, 0x99]


def test_streams_of_torch(gpu, monkeypatch):
    import sys
    import types
    kernel = make_add()
    monkeypatch.setattr(Torch, "__module__", "torch")
    fake = types.SimpleNamespace(_cuda_getCurrentRawStream=lambda index: 0x70 + index)
    monkeypatch.setitem(sys.modules, "torch._C", fake)
    kernel[(1,)](*three(Torch, device=1), 256, BLOCK=256)
    assert gpu.launches()[0]["stream"] == 0x71


def test_an_empty_grid_launches_nothing(gpu):
    make_add()[(0,)](*three(exchanged), 256, BLOCK=256)
    assert gpu.launches() == []


def test_element_types_come_with_the_array(gpu):
    kernel = make_add()
    for dtype, spelling in [("float16", "f16"), ("bfloat16", "bf16"), ("int32", "i32")]:
        result = kernel[(1,)](*three(exchanged, dtype=dtype), 256, BLOCK=256)
        assert "x: ptr<%s>" % spelling in result.asm["ssa"]


def test_elements_nothing_can_compute_with(gpu):
    with pytest.raises(TypeError, match="argument .x.: cannot pass"):
        make_add()[(1,)](*three(exchanged, dtype="complex64"), 256, BLOCK=256)


def test_read_only_arrays_cannot_be_written(gpu):
    arrays = three(Interface)
    arrays[2] = Interface(2 << 20, readonly=True)
    with pytest.raises(triton.CompileError, match="const"):
        make_add()[(1,)](*arrays, 256, BLOCK=256)


def test_exchanged_arrays_of_the_host(gpu):
    x, y, out = (np.arange(4, dtype=np.float32) for _ in range(3))
    import fake_gpu
    arrays = [fake_gpu.Tensor(array.ctypes.data, (4,), device_type=1) for array in (x, y, out)]
    result = make_add()[(1,)](*arrays, 4, BLOCK=4)
    assert result.metadata.target == "cpu" and gpu.launches() == []
    np.testing.assert_array_equal(out, x * 2)


def test_memory_on_two_sides_is_refused(gpu):
    host = np.zeros(4, np.float32)
    with pytest.raises(ValueError, match="some in host memory"):
        make_add()[(1,)](exchanged(), exchanged(), host, 4, BLOCK=4)


def test_a_launch_that_fails_names_kernel_grid_and_arguments(gpu):
    kernel = make_add()
    arrays = three(exchanged)
    kernel[(1,)](*arrays, 256, BLOCK=256)
    gpu.configure(fail_launch=2)
    with pytest.raises(RuntimeError) as caught:
        kernel[(3, 2)](*arrays, 256, BLOCK=256)
    text = str(caught.value)
    assert "add_kernel" in text and "CUDA_ERROR_OUT_OF_MEMORY: out of memory" in text
    assert "3 x 2 x 1" in text and "256 threads" in text
    assert "x: ptr<f32> = 0x10000000000" in text and "n: i32 = 256" in text
    kernel[(1,)](*arrays, 256, BLOCK=256)
    assert len(gpu.launches()) == 2


def test_code_that_does_not_load(gpu):
    gpu.configure(fail_load=2)
    with pytest.raises(triton.CompileError, match="'add_kernel' cannot be loaded.*out of memory"):
        make_add()[(1,)](*three(exchanged), 256, BLOCK=256)


def dot_kernel(x, y, out, M: tl.constexpr, K: tl.constexpr):
    rows, columns = tl.arange(0, M), tl.arange(0, K)
    a = tl.load(x + rows[:, None] * K + columns[None, :])
    b = tl.load(y + columns[:, None] * M + rows[None, :])
    tl.store(out + rows[:, None] * M + rows[None, :], tl.dot(a, b, input_precision="ieee"))


def test_too_much_shared_memory(gpu):
    with pytest.raises(triton.CompileError, match="needs [0-9]+ bytes of it; a program has"):
        triton.jit(dot_kernel)[(1,)](*three(exchanged), M=256, K=128)
    with pytest.raises(triton.OutOfResources, match="out of resource: shared memory") as caught:
        mytriton.as_triton.jit(dot_kernel)[(1,)](*three(exchanged), M=256, K=128)
    assert caught.value.required > caught.value.limit == 232448


def test_grids_a_gpu_cannot_have(gpu):
    with pytest.raises(RuntimeError, match="at most 65535 programs along y and z"):
        make_add()[(1, 65536)](*three(exchanged), 256, BLOCK=256)


def test_facts_of_the_loaded_code(gpu):
    result = make_add()[(1,)](*three(exchanged), 256, BLOCK=256)
    assert result.n_regs == 40 and result.n_spills == 0 and result.n_max_threads == 1024
    assert result.metadata.shared == 512 and result.num_warps == 8


def test_facts_without_loaded_code(gpu):
    result = make_add().warmup(tl.float32, tl.float32, tl.float32, 256, BLOCK=256, grid=(1,))
    assert result.metadata.target == "cpu" and result.n_regs is None and result.num_warps is None
    source = triton.ASTSource(make_add(), {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"},
                              {"BLOCK": 256})
    result = triton.compile(source, target="cuda")
    # The made-up compiler makes no cubin.
    assert result.num_warps == 8 and result.metadata.shared == 0 and result.n_regs is None


def test_a_compiled_kernel_launches_by_position(gpu):
    compiled = make_add()[(1,)](*three(exchanged), 256, BLOCK=256, num_warps=2)
    gpu.launches()
    again = compiled[(2, 1, 1)](*three(exchanged), 512, 256)
    [launch] = gpu.launches()
    assert launch["grid"] == (2, 1, 1) and launch["args"][3] == 512 and launch["threads"] == 64
    assert again is compiled


def test_a_thread_without_a_context(gpu):
    kernel = make_add()
    arrays = three(exchanged, device=1)
    kernel[(1,)](*arrays, 256, BLOCK=256)
    thread = threading.Thread(target=lambda: kernel[(1,)](*arrays, 256, BLOCK=256))
    thread.start()
    thread.join()
    assert [launch["device"] for launch in gpu.launches()] == [1, 1]


def test_modules_go_with_their_kernels(gpu):
    import gc
    gc.collect()
    before = gpu.counts()["modules"]
    kernel = make_add()
    kernel[(1,)](*three(exchanged), 256, BLOCK=256)
    assert gpu.counts()["modules"] == before + 1
    del kernel
    gc.collect()
    assert gpu.counts()["modules"] == before


def test_timing_waits_for_the_gpu(gpu):
    kernel, arrays = make_add(), three(exchanged)
    gpu.configure(recording=0)
    before = gpu.counts()["waits"]
    times = triton.testing.do_bench(lambda: kernel[(1,)](*arrays, 256, BLOCK=256), warmup=1, rep=2,
                                    return_mode="all")
    # Once before and once after each run.
    assert len(times) >= 5 and gpu.counts()["waits"] - before >= 2 * (len(times) + 5)


def test_timing_by_events_of_torch(gpu, monkeypatch):
    import sys
    import types
    recorded = []

    class Event:
        def __init__(self, enable_timing):
            assert enable_timing

        def record(self):
            recorded.append(self)

        def elapsed_time(self, end):
            assert recorded.index(end) == recorded.index(self) + 1
            return 3.0

    cuda = types.SimpleNamespace(is_available=lambda: True, is_initialized=lambda: True,
                                 Event=Event, synchronize=lambda: None)
    cache = types.SimpleNamespace(zero_=lambda: None)
    torch = types.SimpleNamespace(cuda=cuda, int32=None, empty=lambda *a, **k: cache)
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert triton.testing.do_bench(lambda: None, warmup=0, rep=0) == pytest.approx(3.0)
    assert len(recorded) == 2 * 10


def test_cuda_is_available(gpu, monkeypatch):
    assert triton.cuda_available()
    monkeypatch.setenv("MYTRITON_REQUIRE_CUDA", "1")
    assert triton.cuda_available()


GLOBAL = tl.constexpr(2)


@triton.jit
def scaled_kernel(x, n, s, BLOCK: tl.constexpr, FACTOR: tl.constexpr = 3):
    offsets = tl.arange(0, BLOCK)
    tl.store(x + offsets, tl.load(x + offsets, mask=offsets < n) * s * FACTOR * GLOBAL,
             mask=offsets < n)


def repeated(gpu, call, times=4):
    """What several equal launches start, the last ones by the short way."""
    gpu.launches()
    for _ in range(times):
        result = call()
    launches = gpu.launches()
    assert len(launches) == times
    assert all(launch["args"] == launches[0]["args"] for launch in launches)
    return result, launches[-1]


def test_launches_like_the_last_one(gpu):
    """Each of these differs in one thing from the launch before, which was repeated."""
    x, other = exchanged(), exchanged(1 << 20)
    kernel = scaled_kernel
    base, launch = repeated(gpu, lambda: kernel[(1,)](x, 256, 0.5, BLOCK=256))
    assert launch["args"][:2] == (BASE[0], 256)
    # Addresses and numbers of the same kind: the same code.
    same, launch = repeated(gpu, lambda: kernel[(2, 3)](other, 512, 0.25, BLOCK=256))
    assert same is base and launch["args"][:2] == (BASE[0] + (1 << 20), 512)
    assert launch["grid"] == (2, 3, 1)
    # Numbers and arrays of other kinds: other code.
    for call in [lambda: kernel[(1,)](x, 255, 0.5, BLOCK=256),
                 lambda: kernel[(1,)](x, 1, 0.5, BLOCK=256),
                 lambda: kernel[(1,)](x, 1 << 40, 0.5, BLOCK=256),
                 lambda: kernel[(1,)](exchanged(4), 256, 0.5, BLOCK=256),
                 lambda: kernel[(1,)](exchanged(dtype="int32"), 256, 0.5, BLOCK=256),
                 lambda: kernel[(1,)](x, 256, 2, BLOCK=256),
                 lambda: kernel[(1,)](x, 256, 0.5, BLOCK=128),
                 lambda: kernel[(1,)](x, 256, 0.5, BLOCK=256, FACTOR=4),
                 lambda: kernel[(1,)](x, 256, 0.5, BLOCK=256, num_warps=1)]:
        repeated(gpu, lambda: kernel[(1,)](x, 256, 0.5, BLOCK=256))
        assert repeated(gpu, call)[0] is not base
        again, _ = repeated(gpu, lambda: kernel[(1,)](x, 256, 0.5, BLOCK=256))
        assert again is base


def test_arrays_of_several_libraries(gpu):
    base, _ = repeated(gpu, lambda: scaled_kernel[(1,)](exchanged(), 256, 0.5, BLOCK=256))
    same, _ = repeated(gpu, lambda: scaled_kernel[(1,)](Interface(), 256, 0.5, 256))
    assert same is base
    assert repeated(gpu, lambda: scaled_kernel[(1,)](exchanged(device=1), 256, 0.5, BLOCK=256)
                    )[1]["device"] == 1


@pytest.mark.parametrize("make", [CuPy, Interface, Torch])
def test_repeated_launches_without_the_exchange_interface(gpu, make):
    x, other = make(), make(1 << 20)
    base, launch = repeated(gpu, lambda: scaled_kernel[(1,)](x, 256, 0.5, BLOCK=256))
    assert launch["args"][:2] == (BASE[0], 256)
    same, launch = repeated(gpu, lambda: scaled_kernel[(2,)](other, 512, 0.5, BLOCK=256))
    assert same is base and launch["args"][:2] == (BASE[0] + (1 << 20), 512)
    for changed in [make(4), make(dtype="int32"), exchanged()]:
        repeated(gpu, lambda: scaled_kernel[(1,)](x, 256, 0.5, BLOCK=256))
        result, launch = repeated(gpu, lambda: scaled_kernel[(1,)](changed, 256, 0.5, BLOCK=256))
        assert (result is base) == (changed is not None and type(changed) is not make)
    far = make(device=1)
    repeated(gpu, lambda: scaled_kernel[(1,)](x, 256, 0.5, BLOCK=256))
    assert repeated(gpu, lambda: scaled_kernel[(1,)](far, 256, 0.5, BLOCK=256))[1]["device"] == 1


def test_arrays_of_cupy(gpu):
    dense, gaps = CuPy(1 << 10), CuPy(1 << 11, shape=(2, 8), strides=(64, 4))
    assert repeated(gpu, lambda: scaled_kernel[(1,)](dense, 256, 0.5, BLOCK=256)
                    )[1]["args"][0] == BASE[0] + (1 << 10)
    assert dense.times_asked == 0
    assert repeated(gpu, lambda: scaled_kernel[(1,)](gaps, 256, 0.5, BLOCK=256)
                    )[1]["args"][0] == BASE[0] + (1 << 11)
    assert gaps.times_asked > 0
    # Two launches of one kernel with arrays that share memory, and with others.
    kernel, x = make_add(), [CuPy(i << 12) for i in range(3)]
    apart, _ = repeated(gpu, lambda: kernel[(1,)](x[0], x[1], x[2], 1024, BLOCK=1024))
    assert repeated(gpu, lambda: kernel[(1,)](x[0], x[1], x[0], 1024, BLOCK=1024)
                    )[1]["args"][:3] == (BASE[0], BASE[0] + (1 << 12), BASE[0])
    empty = CuPy(shape=(0,))
    assert repeated(gpu, lambda: scaled_kernel[(1,)](empty, 0, 0.5, BLOCK=256))[1]["args"][1] == 0


def test_computed_constants_and_grids(gpu):
    x, block = exchanged(), 100000
    base, _ = repeated(gpu, lambda: scaled_kernel[(1,)](x, 256, 0.5, BLOCK=1 << 12))
    # Another object of the same value; a function of the arguments, defaults included.
    sizes = []

    def grid(meta):
        sizes.append((meta["n"], meta["BLOCK"], meta["FACTOR"]))
        return (meta["n"] // 64,)

    same, launch = repeated(gpu, lambda: scaled_kernel[grid](x, 256, 0.5, BLOCK=int("4096")))
    assert same is base and launch["grid"] == (4, 1, 1)
    assert sizes == [(256, 4096, 3)] * 4 and block


def test_grids_in_all_forms(gpu):
    """A tuple of integers says the same each time; what may change is read each time."""
    x, fixed, extents = exchanged(), (2, 1, 4), [3]

    class Extent:
        def __index__(self):
            return extents[0]

    changing = (Extent(), 2)
    run = lambda grid: repeated(gpu, lambda: scaled_kernel[grid](x, 256, 0.5, BLOCK=256))[1]["grid"]
    assert run(fixed) == run((2, 1, 4)) == run(fixed) == (2, 1, 4)
    assert run(extents) == (3, 1, 1) and run(changing) == (3, 2, 1)
    extents[0] = 5
    assert run(extents) == (5, 1, 1) and run(changing) == (5, 2, 1)
    assert run(7) == (7, 1, 1) and run((np.int64(6),)) == (6, 1, 1) and run(fixed) == (2, 1, 4)


def test_variables_set_around_repeated_launches(gpu, monkeypatch):
    call = lambda: scaled_kernel[(1,)](exchanged(), 256, 0.5, BLOCK=256)
    refused = lambda: pytest.raises(ValueError, match="runs on the CPU")
    for name in ("FIRST", "SECOND", "THIRD"):
        monkeypatch.setenv(name, "1")
    base, _ = repeated(gpu, call)
    monkeypatch.delenv("SECOND")  # as many variables as before, with the next one
    monkeypatch.setenv("MYTRITON_BACKEND", "cpu")
    with refused():
        call()
    monkeypatch.setenv("MYTRITON_BACKEND", "cuda")
    assert repeated(gpu, call)[0] is base
    monkeypatch.setenv("FOURTH", "1")
    assert repeated(gpu, call)[0] is base
    monkeypatch.setenv("MYTRITON_BACKEND", "cpu")  # in its old place
    with refused():
        call()
    monkeypatch.delenv("MYTRITON_BACKEND")
    monkeypatch.delenv("FOURTH")
    assert repeated(gpu, call)[0] is base


def test_what_changes_around_a_repeated_launch(gpu, monkeypatch):
    x = exchanged()
    call = lambda: scaled_kernel[(1,)](x, 256, 0.5, BLOCK=256)
    base, _ = repeated(gpu, call)
    gpu.set_stream(0, 0x77)
    assert repeated(gpu, call)[1]["stream"] == 0x77
    monkeypatch.setitem(globals(), "GLOBAL", tl.constexpr(5))
    changed, _ = repeated(gpu, call)
    assert changed is not base
    monkeypatch.undo()
    assert repeated(gpu, call)[0] is base
    monkeypatch.setenv("MYTRITON_BACKEND", "cpu")
    with pytest.raises(ValueError, match="runs on the CPU"):
        call()
    monkeypatch.delenv("MYTRITON_BACKEND")
    scaled_kernel.clear_cache()
    assert repeated(gpu, call)[0] is not base


def test_a_repeated_launch_that_fails(gpu):
    call = lambda: scaled_kernel[(1,)](exchanged(), 256, 0.5, BLOCK=256)
    repeated(gpu, call)
    gpu.configure(fail_launch=2)
    with pytest.raises(RuntimeError, match=r"scaled_kernel\(\).*\n.*s: f32 = 0.5"):
        call()
    with pytest.raises(TypeError, match="must hold integers"):
        scaled_kernel[("one",)](exchanged(), 256, 0.5, BLOCK=256)
    assert repeated(gpu, call)[1]["grid"] == (1, 1, 1)
