//===- Machine.cpp - What the code generator knows of a CPU ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <mutex>

using namespace mt;
using namespace mt::cpu;

static void initializeLLVM() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
}

/// The features of this computer, found once: CPUID is slow under a
/// hypervisor.
static const std::string &hostFeatures() {
  static const std::string Features = [] {
    llvm::SubtargetFeatures All;
    for (const auto &Feature : llvm::sys::getHostCPUFeatures())
      All.AddFeature(Feature.first(), Feature.second);
    return All.getString();
  }();
  return Features;
}

std::unique_ptr<llvm::TargetMachine> Machine::createTargetMachine() const {
  std::string Error;
  llvm::Triple TT(Triple);
  const llvm::Target *T = llvm::TargetRegistry::lookupTarget(TT, Error);
  if (!T)
    return nullptr;
  llvm::TargetOptions Options;
  return std::unique_ptr<llvm::TargetMachine>(T->createTargetMachine(
      TT, CPU, Features, Options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
      llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

static std::unique_ptr<llvm::MCSubtargetInfo> subtarget(const Machine &M) {
  std::string Error;
  llvm::Triple TT(M.Triple);
  const llvm::Target *T = llvm::TargetRegistry::lookupTarget(TT, Error);
  if (!T)
    return nullptr;
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      T->createMCSubtargetInfo(TT, M.CPU, M.Features));
}

static void readFeatures(Machine &M, const llvm::MCSubtargetInfo &Info) {
  if (!M.IsX86) {
    M.NumVectorRegisters = 32;
    return;
  }
  bool AVX512 = Info.checkFeatures("+avx512f");
  M.HasMasks = AVX512 && Info.checkFeatures("+avx512vl,+avx512bw,+avx512dq");
  M.HasScalef = M.HasMasks;
  M.VectorBits = M.HasMasks ? 512 : Info.checkFeatures("+avx2") ? 256 : 128;
  M.NumVectorRegisters = M.HasMasks ? 32 : 16;
  M.HasFMA = Info.checkFeatures("+fma");
  M.HasF16C = Info.checkFeatures("+f16c");
}

std::optional<Machine> Machine::get(llvm::StringRef Arch,
                                    DiagnosticEngine &Diags) {
  initializeLLVM();
  Machine M;
  M.Triple = llvm::sys::getProcessTriple();
  M.IsX86 = llvm::Triple(M.Triple).isX86();
  if (Arch.empty() || Arch == "native") {
    M.CPU = M.IsX86 ? "x86-64" : "generic";
    M.Features = hostFeatures();
  } else {
    M.CPU = Arch.str();
  }
  // An unknown name would make LLVM print a warning of its own, so the name is
  // asked for on a subtarget without one.
  Machine Plain = M;
  Plain.CPU.clear();
  std::unique_ptr<llvm::MCSubtargetInfo> Known = subtarget(Plain);
  if (!Known) {
    Diags.error({}) << "LLVM was built without a code generator for "
                    << M.Triple;
    return std::nullopt;
  }
  if (!Known->isCPUStringValid(M.CPU)) {
    Diags.error({}) << "unknown CPU '" << Arch
                    << "'; try x86-64, x86-64-v3, x86-64-v4 or native";
    return std::nullopt;
  }
  readFeatures(M, *subtarget(M));
  return M;
}

std::string Machine::missingHere() const {
  Machine Host = *this;
  Host.CPU = IsX86 ? "x86-64" : "generic";
  Host.Features = hostFeatures();
  std::unique_ptr<llvm::MCSubtargetInfo> Here = subtarget(Host);
  std::unique_ptr<llvm::MCSubtargetInfo> There = subtarget(*this);
  llvm::FeatureBitset Missing =
      There->getFeatureBits() & ~Here->getFeatureBits();
  llvm::StringMap<bool> Known = llvm::sys::getHostCPUFeatures();
  for (const llvm::SubtargetFeatureKV &Feature :
       There->getAllProcessorFeatures())
    // Tuning flags are bits too; what CPUID reports is what can be missing.
    if (Missing.test(Feature.Value) && Known.count(Feature.Key))
      return Feature.Key;
  return "";
}
