//===- ConvertBySwaps.cpp - Conversions inside of a warp ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where lane bits and register bits change places, each thread first orders its
// registers by its lane, then half of them (for one swap) go to other lanes,
// then each orders what it has got. The swap itself follows from the linear
// maps: register r of lane l comes from register rho(r) ^ sigma(l) of lane
// lambda(r) ^ mu(l). If a thread instead fetches register r ^ phi(l), with phi
// such that partner(l) = lambda(phi(l)) ^ mu(l) permutes the lane bits, it asks
// lane partner(l) ^ lambda(r), and what that one sends depends on r and on its
// own lane alone.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;
using llvm::ArrayRef;

/// More registers move faster, and in fewer temporaries, through shared memory.
static constexpr unsigned MaxSwaps = 2, MaxSwappedRegBits = 4;

namespace {

/// The linear maps of one conversion, by the bits of the result's index.
struct Swaps {
  Bases Rho, Lambda; ///< of register bits: source register, lane difference
  Bases Phi;         ///< of lane bits: register exchanges behind the shuffles
  Bases Partner;     ///< of lane bits: which lane sends
  Bases Tau;         ///< of the sender's lane bits: exchanges in front

  /// False if warps take part, or no phi exists, or it costs too much.
  bool find(const LinearLayout &From, const LinearLayout &To,
            const LinearMap &Map);

private:
  bool findPartners(llvm::ArrayRef<uint32_t> Mu);
};

} // namespace

/// Bits that mu alone permutes stay; the others take what is left, their own
/// number first.
bool Swaps::findPartners(ArrayRef<uint32_t> Mu) {
  unsigned NumLanes = Mu.size();
  uint32_t Used = 0;
  Phi.assign(NumLanes, 0);
  Partner.assign(NumLanes, 0);
  for (unsigned I = 0; I != NumLanes; ++I)
    if (llvm::isPowerOf2_32(Mu[I]) && !(Used & Mu[I]))
      Used |= Partner[I] = Mu[I];
  LinearMap Lanes(NumLanes, Lambda);
  for (unsigned I = 0; I != NumLanes; ++I)
    for (unsigned Step = 0; Step != NumLanes && !Partner[I]; ++Step) {
      uint32_t Bit = 1u << (I + Step) % NumLanes;
      std::optional<uint32_t> Fetched = Lanes.preimage(Mu[I] ^ Bit);
      if ((Used & Bit) || !Fetched)
        continue;
      Used |= Partner[I] = Bit;
      Phi[I] = *Fetched;
    }
  return Used == (1u << NumLanes) - 1;
}

bool Swaps::find(const LinearLayout &From, const LinearLayout &To,
                 const LinearMap &Map) {
  unsigned FromRegs = From.reg().size(), ToRegs = To.reg().size();
  unsigned NumLanes = From.lane().size();
  if (std::max(FromRegs, ToRegs) > MaxSwappedRegBits)
    return false;
  uint32_t RegMask = (1u << FromRegs) - 1;
  Bases Mu, Sigma;
  for (unsigned I = 0; I != Map.inBits(); ++I) {
    uint32_t Register = Map.basis(I) & RegMask, Lane = Map.basis(I) >> FromRegs;
    if (I >= ToRegs + NumLanes) {
      if (Map.basis(I) != 1u << (FromRegs + I - ToRegs))
        return false;
      continue;
    }
    if (Lane >> NumLanes)
      return false;
    (I < ToRegs ? Rho : Sigma).push_back(Register);
    (I < ToRegs ? Lambda : Mu).push_back(Lane);
  }
  if (!findPartners(Mu))
    return false;
  LinearMap Registers(FromRegs, Rho);
  Tau.assign(NumLanes, 0);
  unsigned NumSwaps = 0;
  for (unsigned I = 0; I != NumLanes; ++I) {
    uint32_t &Sent = Tau[llvm::Log2_32(Partner[I])];
    Sent = Sigma[I] ^ Registers.apply(Phi[I]);
    NumSwaps += Phi[I] || Sent;
  }
  return NumSwaps <= MaxSwaps &&
         llvm::count_if(Lambda, [](uint32_t L) { return L != 0; }) <= MaxSwaps;
}

static Bases identityBases(unsigned Bits) {
  Bases R;
  for (unsigned I = 0; I != Bits; ++I)
    R.push_back(1u << I);
  return R;
}

/// Register r of the result is register r ^ Terms(lane) of Form.
Value *ThreadLowering::exchangeRegisters(Value *Form, ArrayRef<uint32_t> Terms,
                                         unsigned RegBits) {
  for (unsigned I = 0; I != Terms.size(); ++I)
    if (Terms[I]) {
      Value *Other = permute(Form, identityBases(RegBits), Terms[I]);
      Form = createSelect(threadBitsClear(1u << I), Form, Other);
    }
  return Form;
}

/// Register r of the result as lane `Partner ^ Mask ^ Lambda(r)` holds it; no
/// Partner: this lane.
Value *ThreadLowering::shuffleByRegister(Value *Form, ArrayRef<uint32_t> Lambda,
                                         Value *Partner, uint32_t Mask) {
  if (llvm::all_of(Lambda, [](uint32_t L) { return L == 0; })) {
    if (Partner)
      return shuffle(Form, Mask ? create(OpKind::Xor, Partner, Mask) : Partner);
    return Mask ? shuffleXor(Form, Mask) : Form;
  }
  unsigned High = Lambda.size() - 1;
  Bases Low = identityBases(High);
  ArrayRef<uint32_t> Rest = Lambda.drop_back();
  Value *First = shuffleByRegister(permute(Form, Low), Rest, Partner, Mask);
  Value *Second = shuffleByRegister(permute(Form, Low, 1u << High), Rest,
                                    Partner, Mask ^ Lambda[High]);
  return B.create(OpKind::ConcatRegisters, {First, Second}, {Form->type()})
      ->result();
}

Value *ThreadLowering::convertBySwaps(Value *Form, LayoutRef From, LayoutRef To,
                                      const LinearMap &Map) {
  Swaps S;
  if (!S.find(*From, *To, Map))
    return nullptr;
  unsigned ToRegs = To->reg().size();
  Form = exchangeRegisters(spread(Form, From), S.Tau, From->reg().size());
  // Registers that go elsewhere last, so that few shuffles move them.
  Bases Order = identityBases(ToRegs), Picked, Lambda, Back(ToRegs, 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t Other) {
    return !S.Lambda[llvm::Log2_32(A)] && S.Lambda[llvm::Log2_32(Other)];
  });
  LinearMap Tau(From->reg().size(), S.Tau);
  for (unsigned I = 0; I != ToRegs; ++I) {
    unsigned Bit = llvm::Log2_32(Order[I]);
    Picked.push_back(S.Rho[Bit] ^ Tau.apply(S.Lambda[Bit]));
    Lambda.push_back(S.Lambda[Bit]);
    Back[Bit] = 1u << I;
  }
  Value *Partner = nullptr;
  if (S.Partner != identityBases(S.Partner.size())) {
    S.Partner.append(To->warp().size(), 0);
    Partner = threadPart(S.Partner);
  }
  Form = spread(permute(Form, Picked), To);
  Form = permute(shuffleByRegister(Form, Lambda, Partner, 0), Back);
  return exchangeRegisters(Form, S.Phi, ToRegs);
}
