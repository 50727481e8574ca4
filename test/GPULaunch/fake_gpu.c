//===- fake_gpu.c - A driver that only records launches -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One library in three parts: as libcuda.so.1 it is a driver without a GPU, as
// libnvrtc.so.13 a compiler that gives back its source, and as a Python module
// it makes arrays of the GPU and tells what has been launched. Found under all
// three names, it is loaded once.
//
// A device's memory starts at (device + 1) << 40. "Machine code" is the source,
// or PTX, so the driver finds kernels and their parameters in it.
//
//===----------------------------------------------------------------------===//

#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NumDevices = 2, MaxArgs = 24, MaxRecords = 256, DynamicSharedLimit = 232448 };

enum { Success = 0, InvalidValue = 1, OutOfMemory = 2, InvalidImage = 200, NotFound = 500 };

//===----------------------------------------------------------------------===//
// What tests ask and set
//===----------------------------------------------------------------------===//

struct Context {
  int device;
};

struct Module {
  char *source;
  struct Context *context;
};

struct Function {
  char name[128];
  int num_args;
  int dynamic_shared;
  struct Module *module;
};

struct Record {
  char name[128];
  unsigned grid[3], threads, shared;
  uint64_t stream;
  int device, num_args, cooperative;
  uint64_t args[MaxArgs];
};

static struct Context primary[NumDevices] = {{0}, {1}};
static struct Record records[MaxRecords];
static int num_records, num_modules, num_compiled, num_waits, num_questions;
static int fail_launch, fail_load, recording = 1;
static uint64_t current_streams[NumDevices];
static _Thread_local struct Context *stack[16];
static _Thread_local int depth;

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

int cuInit(unsigned flags) { return Success; }

int cuDeviceGetCount(int *count) {
  *count = NumDevices;
  return Success;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  ++num_questions;
  switch (attribute) {
  case 10:
    *value = 32;
    break;
  case 16:
    *value = 132;
    break;
  case 75:
    *value = 9;
    break;
  case 97:
    *value = DynamicSharedLimit;
    break;
  default:
    *value = 0;
  }
  return Success;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &primary[device];
  return Success;
}

int cuCtxGetCurrent(void **context) {
  *context = depth ? stack[depth - 1] : NULL;
  return Success;
}

int cuCtxGetDevice(int *device) {
  if (!depth)
    return 201;
  *device = stack[depth - 1]->device;
  return Success;
}

int cuCtxSetCurrent(void *context) {
  depth = depth ? depth : 1;
  stack[depth - 1] = context;
  return Success;
}

int cuCtxSynchronize(void) {
  ++num_waits;
  return Success;
}

int cuCtxPushCurrent_v2(void *context) {
  stack[depth++] = context;
  return Success;
}

int cuCtxPopCurrent_v2(void **context) {
  *context = stack[--depth];
  return Success;
}

static bool is_code(const char *image) {
  return strncmp(image, "FAKE", 4) == 0 || strstr(image, "\n.visible .entry ");
}

int cuModuleLoadData(void **module, const void *image) {
  if (fail_load || !is_code(image))
    return fail_load ? fail_load : InvalidImage;
  struct Module *m = malloc(sizeof(*m));
  m->source = strdup(image);
  m->context = stack[depth - 1];
  *module = m;
  ++num_modules;
  return Success;
}

int cuModuleUnload(void *module) {
  struct Module *m = module;
  free(m->source);
  free(m);
  --num_modules;
  return Success;
}

/// Parameters between the parentheses that start at text.
static int count_parameters(const char *text) {
  int count = 0;
  for (const char *p = text + 1; *p && *p != ')'; ++p)
    count += *p == ',' || (count == 0 && !isspace((unsigned char)*p));
  return count;
}

int cuModuleGetFunction(void **function, void *module, const char *name) {
  struct Module *m = module;
  char wanted[160];
  snprintf(wanted, sizeof wanted, " %s(", name);
  const char *found = strstr(m->source, wanted);
  if (!found)
    return NotFound;
  struct Function *f = calloc(1, sizeof(*f));
  snprintf(f->name, sizeof f->name, "%s", name);
  f->num_args = count_parameters(found + strlen(wanted) - 1);
  f->module = m;
  *function = f;
  return Success;
}

int cuFuncGetAttribute(int *value, int attribute, void *function) {
  static const int values[] = {1024, 512, 0, 0, 40};
  *value = attribute >= 0 && attribute < 5 ? values[attribute] : 0;
  return Success;
}

int cuFuncSetAttribute(void *function, int attribute, int value) {
  if (attribute != 8 || value > DynamicSharedLimit)
    return InvalidValue;
  ((struct Function *)function)->dynamic_shared = value;
  return Success;
}

static int launch(void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by,
                  unsigned bz, unsigned shared, void *stream, void **params, int cooperative) {
  struct Function *f = function;
  if (fail_launch) {
    int code = fail_launch;
    fail_launch = 0;
    return code;
  }
  if (!depth || f->module->context != stack[depth - 1])
    return 400;
  if (!recording)
    return Success;
  struct Record *r = &records[num_records++ % MaxRecords];
  memset(r, 0, sizeof(*r));
  strcpy(r->name, f->name);
  r->grid[0] = x, r->grid[1] = y, r->grid[2] = z;
  r->threads = bx * by * bz;
  r->shared = shared;
  r->cooperative = cooperative;
  r->stream = (uint64_t)stream;
  r->device = f->module->context->device;
  r->num_args = f->num_args < MaxArgs ? f->num_args : MaxArgs;
  for (int i = 0; i < r->num_args; ++i)
    r->args[i] = *(uint64_t *)params[i];
  return Success;
}

int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void *stream, void **params, void **extra) {
  return launch(function, x, y, z, bx, by, bz, shared, stream, params, 0);
}

int cuLaunchCooperativeKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx,
                              unsigned by, unsigned bz, unsigned shared, void *stream,
                              void **params) {
  return launch(function, x, y, z, bx, by, bz, shared, stream, params, 1);
}

int cuPointerGetAttribute(void *data, int attribute, uint64_t address) {
  int device = (int)(address >> 40) - 1;
  if (attribute != 9 || device < 0 || device >= NumDevices)
    return InvalidValue;
  *(int *)data = device;
  return Success;
}

int cuGetErrorName(int error, const char **name) {
  *name = error == OutOfMemory ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == 701       ? "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"
          : error == 400       ? "CUDA_ERROR_INVALID_HANDLE"
                               : "CUDA_ERROR_INVALID_VALUE";
  return Success;
}

int cuGetErrorString(int error, const char **text) {
  *text = error == OutOfMemory ? "out of memory" : "a made-up failure";
  return Success;
}

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

int nvrtcCreateProgram(void **program, const char *source, const char *name, int n,
                       const char *const *headers, const char *const *names) {
  size_t size = strlen(source) + 64;
  *program = malloc(size);
  snprintf(*program, size, "FAKE\n%s", source);
  return Success;
}

int nvrtcDestroyProgram(void **program) {
  free(*program);
  return Success;
}

int nvrtcCompileProgram(void *program, int n, const char *const *options) {
  ++num_compiled;
  return Success;
}

int nvrtcGetProgramLogSize(void *program, size_t *size) {
  *size = 1;
  return Success;
}

int nvrtcGetProgramLog(void *program, char *log) {
  *log = 0;
  return Success;
}

int nvrtcGetCUBINSize(void *program, size_t *size) {
  *size = strlen(program) + 1;
  return Success;
}

int nvrtcGetCUBIN(void *program, char *code) {
  strcpy(code, program);
  return Success;
}

int nvrtcGetPTXSize(void *program, size_t *size) { return nvrtcGetCUBINSize(program, size); }
int nvrtcGetPTX(void *program, char *code) { return nvrtcGetCUBIN(program, code); }
int nvrtcVersion(int *major, int *minor) {
  *major = 13, *minor = 0;
  return Success;
}
const char *nvrtcGetErrorString(int error) { return "a made-up failure"; }

//===----------------------------------------------------------------------===//
// Arrays with DLPack's exchange interface (version 1.3)
//===----------------------------------------------------------------------===//

struct DLTensor {
  void *data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
};

struct TensorObject {
  PyObject_HEAD struct DLTensor dl;
  int64_t shape[4], strides[4];
};

static int view_tensor(void *object, struct DLTensor *out) {
  *out = ((struct TensorObject *)object)->dl;
  if (out->code == 5) {
    PyErr_SetString(PyExc_BufferError, "complex arrays are not exchanged");
    return -1;
  }
  return 0;
}

static int current_stream(int device_type, int32_t device, void **stream) {
  *stream = (void *)current_streams[device];
  return 0;
}

static struct {
  uint32_t major, minor;
  void *previous;
  void *allocate, *managed_from, *managed_to;
  int (*view)(void *, struct DLTensor *);
  int (*stream)(int, int32_t, void **);
} exchange = {1, 3, NULL, NULL, NULL, NULL, view_tensor, current_stream};

/// Tensor(address, shape, code, bits, device, strides=None, device_type=2)
static PyObject *new_tensor(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  static char *names[] = {"address", "shape", "code", "bits", "device", "strides", "device_type",
                          NULL};
  unsigned long long address;
  PyObject *shape, *strides = Py_None;
  int code = 2, bits = 32, device = 0, device_type = 2;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "KO!|iiiOi", names, &address, &PyTuple_Type,
                                   &shape, &code, &bits, &device, &strides, &device_type))
    return NULL;
  struct TensorObject *t = (struct TensorObject *)PyType_GenericNew(type, NULL, NULL);
  if (!t)
    return NULL;
  struct DLTensor dl = {(void *)(uintptr_t)address, device_type, device,
                        (int)PyTuple_Size(shape), (uint8_t)code, (uint8_t)bits, 1, t->shape,
                        strides == Py_None ? NULL : t->strides, 0};
  t->dl = dl;
  for (int i = 0; i < dl.ndim && i < 4; ++i) {
    t->shape[i] = PyLong_AsLongLong(PyTuple_GetItem(shape, i));
    if (dl.strides)
      t->strides[i] = PyLong_AsLongLong(PyTuple_GetItem(strides, i));
  }
  return (PyObject *)t;
}

static void destroy_tensor(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyType_Slot tensor_slots[] = {
    {Py_tp_new, new_tensor}, {Py_tp_dealloc, destroy_tensor}, {0, NULL}};
static PyType_Spec tensor_spec = {"fake_gpu.Tensor", sizeof(struct TensorObject), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, tensor_slots};

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static PyObject *launches(PyObject *self, PyObject *none) {
  PyObject *list = PyList_New(0);
  int first = num_records > MaxRecords ? num_records - MaxRecords : 0;
  for (int i = first; i < num_records; ++i) {
    struct Record *r = &records[i % MaxRecords];
    PyObject *args = PyTuple_New(r->num_args);
    for (int j = 0; j < r->num_args; ++j)
      PyTuple_SetItem(args, j, PyLong_FromUnsignedLongLong(r->args[j]));
    PyObject *entry = Py_BuildValue(
        "{s:s,s:(III),s:I,s:I,s:K,s:i,s:O,s:N}", "name", r->name, "grid", r->grid[0], r->grid[1],
        r->grid[2], "threads", r->threads, "shared", r->shared, "stream",
        (unsigned long long)r->stream, "device", r->device, "cooperative",
        r->cooperative ? Py_True : Py_False, "args", args);
    PyList_Append(list, entry);
    Py_DECREF(entry);
  }
  num_records = 0;
  return list;
}

static PyObject *counts(PyObject *self, PyObject *none) {
  return Py_BuildValue("{s:i,s:i,s:i,s:i,s:i}", "modules", num_modules, "compiled", num_compiled,
                       "contexts", depth, "waits", num_waits, "questions", num_questions);
}

/// configure(fail_launch=…, fail_load=…, recording=…)
static PyObject *configure(PyObject *self, PyObject *args, PyObject *keywords) {
  static char *names[] = {"fail_launch", "fail_load", "recording", NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "|iii", names, &fail_launch, &fail_load,
                                   &recording))
    return NULL;
  Py_RETURN_NONE;
}

static PyObject *set_stream(PyObject *self, PyObject *args) {
  int device;
  unsigned long long stream;
  if (!PyArg_ParseTuple(args, "iK", &device, &stream))
    return NULL;
  current_streams[device] = stream;
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"launches", launches, METH_NOARGS, "What was launched since the last call."},
    {"counts", counts, METH_NOARGS, "What was loaded, compiled, pushed, waited for, asked for."},
    {"configure", (PyCFunction)(void *)configure, METH_VARARGS | METH_KEYWORDS,
     "Errors to give, and whether launches are recorded."},
    {"set_stream", set_stream, METH_VARARGS, "(device, stream): what arrays work in."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "fake_gpu", NULL, -1, methods,
                                        NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_fake_gpu(void) {
  PyObject *module = PyModule_Create(&definition);
  PyObject *type = PyType_FromSpec(&tensor_spec);
  PyObject *capsule = PyCapsule_New(&exchange, "dlpack_exchange_api", NULL);
  if (!module || !type || !capsule ||
      PyObject_SetAttrString(type, "__dlpack_c_exchange_api__", capsule) ||
      PyModule_AddObject(module, "Tensor", type))
    return NULL;
  return module;
}
