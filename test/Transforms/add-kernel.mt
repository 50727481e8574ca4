// The redundant form of the vector add becomes, byte for byte, the body that
// the documentation shows.
// RUN: mt-opt -passes=fold,cse,dce %S/Inputs/add_kernel_redundant.mt -o %t.mt
// RUN: sed -n 's/^  //p' %t.mt > %t.body
// RUN: diff %S/Inputs/add_kernel.body %t.body

// A second run changes nothing.
// RUN: mt-opt -passes=fold,cse,dce %t.mt -o %t2.mt
// RUN: diff %t.mt %t2.mt
