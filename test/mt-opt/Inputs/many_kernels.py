"""Prints N kernels of different sizes."""

import sys

for number in range(int(sys.argv[1])):
    print(f"kernel @k{number}(x: ptr<i32>, n: i32) {{")
    for value in range(1 + number * 7 % 40):
        print(f"  %a{value} = add n, {value // 2} : i32")
        print(f"  store x, %a{value}, none")
    print("}")
