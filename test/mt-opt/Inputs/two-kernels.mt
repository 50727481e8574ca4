kernel @doubled_square(x: ptr<f32>, y: ptr<f32>) {
  %0 = load x, none, none : f32
  %1 = add %0, %0 : f32
  %2 = add %0, %0 : f32
  %3 = mul %1, %2 : f32
  store y, %3, none
}

kernel @constant(x: ptr<i32>) {
  %0 = add 1:i32, 2:i32 : i32
  store x, %0, none
}
