//===- Plugin.cpp - MLIR text to LLVM bitcode -----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that includes MLIR, whose headers take long to compile. It holds
// the whole of libMyTritonMLIR: nothing here may refer to libMyTriton.
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mytriton/Backend/MLIR/PluginABI.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <mutex>

using llvm::StringRef;

/// Whether MLIR checks its own work after each pass.
#ifdef NDEBUG
static constexpr bool VerifyEach = false;
#else
static constexpr bool VerifyEach = true;
#endif

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry R;
  R.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
           mlir::func::FuncDialect, mlir::gpu::GPUDialect,
           mlir::LLVM::LLVMDialect, mlir::math::MathDialect,
           mlir::memref::MemRefDialect, mlir::NVVM::NVVMDialect,
           mlir::scf::SCFDialect, mlir::ub::UBDialect,
           mlir::vector::VectorDialect>();
  // convert-gpu-to-nvvm converts every dialect that says how.
  mlir::arith::registerConvertArithToLLVMInterface(R);
  mlir::cf::registerConvertControlFlowToLLVMInterface(R);
  mlir::registerConvertFuncToLLVMInterface(R);
  mlir::registerConvertMathToLLVMInterface(R);
  mlir::registerConvertMemRefToLLVMInterface(R);
  mlir::registerConvertNVVMToLLVMInterface(R);
  mlir::ub::registerConvertUBToLLVMInterface(R);
  mlir::vector::registerConvertVectorToLLVMInterface(R);
  mlir::registerBuiltinDialectTranslation(R);
  mlir::registerGPUDialectTranslation(R);
  mlir::registerLLVMDialectTranslation(R);
  mlir::registerNVVMDialectTranslation(R);
  return R;
}

namespace {

/// A context with its passes, for one call at a time.
struct Session {
  Session();

  mlir::MLIRContext Context;
  mlir::PassManager Passes;
  /// Gives functions the debug information that makes locations count.
  mlir::PassManager LinePasses;
  unsigned NumUses = 0;
};

/// Sessions nobody uses at the moment: a new one takes longer than a kernel. It
/// never waits: in the child of a fork its lock may be taken for good.
class Pool {
public:
  std::unique_ptr<Session> take();
  void give(std::unique_ptr<Session> S);

private:
  std::mutex Mutex;
  std::vector<std::unique_ptr<Session>> Idle;
};

} // namespace

Session::Session()
    : Context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED),
      Passes(&Context), LinePasses(&Context) {
  // Its errors are ours to report, with a place and without the op's text.
  Context.printOpOnDiagnostic(false);
  Passes.enableVerifier(VerifyEach);
  mlir::OpPassManager &Nested = Passes.nest<mlir::gpu::GPUModuleOp>();
  Nested.addPass(mlir::createSCFToControlFlowPass());
  Nested.addPass(mlir::createConvertGpuOpsToNVVMOps());
  Nested.addPass(mlir::createReconcileUnrealizedCastsPass());
  LinePasses.enableVerifier(VerifyEach);
  // PTX has no tables beyond its own directives for lines.
  mlir::LLVM::DIScopeForLLVMFuncOpPassOptions Lines;
  Lines.emissionKind = mlir::LLVM::DIEmissionKind::DebugDirectivesOnly;
  LinePasses.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass(Lines));
}

std::unique_ptr<Session> Pool::take() {
  std::unique_lock<std::mutex> Lock(Mutex, std::try_to_lock);
  if (!Lock || Idle.empty())
    return std::make_unique<Session>();
  std::unique_ptr<Session> S = std::move(Idle.back());
  Idle.pop_back();
  return S;
}

void Pool::give(std::unique_ptr<Session> S) {
  // A context keeps every type, attribute and location it has ever seen.
  static constexpr unsigned MaxUses = 100;
  if (++S->NumUses == MaxUses)
    return;
  if (std::unique_lock<std::mutex> Lock(Mutex, std::try_to_lock); Lock)
    Idle.push_back(std::move(S));
}

/// Never destroyed: a process may exit while other threads compile.
static Pool &pool() {
  static Pool *P = new Pool;
  return *P;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// What locations call the text itself.
static constexpr StringRef TextName = "mlir";

static mlir::FileLineColLoc findPlace(mlir::Location Loc) {
  mlir::FileLineColLoc Found;
  Loc->walk([&](mlir::Location Part) {
    Found = llvm::dyn_cast<mlir::FileLineColLoc>(Part);
    return Found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return Found;
}

static void report(const MyTritonMLIRClient &Client, mlir::Diagnostic &D,
                   bool IsNote) {
  std::string Message = D.str();
  MyTritonMLIRDiagnostic Out = {};
  Out.IsNote = IsNote;
  Out.Message = Message.data();
  Out.MessageSize = Message.size();
  if (mlir::FileLineColLoc Place = findPlace(D.getLocation())) {
    Out.Line = Place.getLine();
    Out.Column = Place.getColumn();
    StringRef File = Place.getFilename();
    if (File != TextName) {
      Out.File = File.data();
      Out.FileSize = File.size();
    }
  }
  Client.Diagnose(Client.Context, &Out);
}

namespace {

/// Hands errors and their notes to a client while it lives.
class Reporter {
public:
  Reporter(mlir::MLIRContext &Context, const MyTritonMLIRClient &Client)
      : Handler(&Context, [&Client](mlir::Diagnostic &D) {
          if (D.getSeverity() != mlir::DiagnosticSeverity::Error)
            return;
          report(Client, D, /*IsNote=*/false);
          for (mlir::Diagnostic &Note : D.getNotes())
            report(Client, Note, /*IsNote=*/true);
        }) {}

private:
  mlir::ScopedDiagnosticHandler Handler;
};

} // namespace

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static mlir::OwningOpRef<mlir::ModuleOp> parse(Session &S, StringRef Text) {
  return mlir::parseSourceString<mlir::ModuleOp>(Text, &S.Context, TextName);
}

static mlir::gpu::GPUModuleOp findKernels(mlir::ModuleOp M) {
  auto Modules = M.getOps<mlir::gpu::GPUModuleOp>();
  if (llvm::hasSingleElement(Modules))
    return *Modules.begin();
  M.emitError("expected one gpu.module");
  return nullptr;
}

/// Tells the translation how large and aligned types are: alignments that ops
/// leave out follow from it.
static void setDataLayout(mlir::gpu::GPUModuleOp Kernels) {
  std::string Layout = llvm::Triple("nvptx64-nvidia-cuda").computeDataLayout();
  Kernels->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                   mlir::StringAttr::get(Kernels.getContext(), Layout));
}

static bool lower(Session &S, StringRef Text,
                  const MyTritonMLIRLowering &Options,
                  llvm::SmallVectorImpl<char> &Bitcode) {
  mlir::OwningOpRef<mlir::ModuleOp> M = parse(S, Text);
  if (!M || !findKernels(*M) || mlir::failed(S.Passes.run(*M)))
    return false;
  if (Options.LineInfo && mlir::failed(S.LinePasses.run(*M)))
    return false;
  setDataLayout(findKernels(*M));
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Code = mlir::translateModuleToLLVMIR(
      findKernels(*M), Context, "kernels", /*disableVerification=*/!VerifyEach);
  if (!Code)
    return false;
  llvm::raw_svector_ostream OS(Bitcode);
  llvm::WriteBitcodeToFile(*Code, OS);
  return true;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

#define MYTRITON_MLIR_EXPORT extern "C" __attribute__((visibility("default")))

MYTRITON_MLIR_EXPORT MyTritonMLIRStampFn mtMLIRStamp;
MYTRITON_MLIR_EXPORT MyTritonMLIRVerifyFn mtMLIRVerify;
MYTRITON_MLIR_EXPORT MyTritonMLIRLowerFn mtMLIRLower;

const char *mtMLIRStamp() { return MYTRITON_MLIR_STAMP; }

int mtMLIRVerify(const char *Text, size_t Size,
                 const MyTritonMLIRClient *Client) {
  std::unique_ptr<Session> S = pool().take();
  bool Good;
  {
    Reporter Errors(S->Context, *Client);
    Good = bool(parse(*S, StringRef(Text, Size)));
  }
  pool().give(std::move(S));
  return Good;
}

int mtMLIRLower(const char *Text, size_t Size,
                const MyTritonMLIRLowering *Options,
                const MyTritonMLIRClient *Client) {
  llvm::SmallVector<char, 0> Bitcode;
  std::unique_ptr<Session> S = pool().take();
  bool Good;
  {
    Reporter Errors(S->Context, *Client);
    Good = lower(*S, StringRef(Text, Size), *Options, Bitcode);
  }
  pool().give(std::move(S));
  if (Good)
    Client->TakeBitcode(Client->Context, Bitcode.data(), Bitcode.size());
  return Good;
}
