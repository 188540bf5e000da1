// The lines that the scan for numbers of more than 32 bits must find, and lines that it must not find.
let product = 100 * 366 * 24 * 3600  // found
let sum: Int = 2_147_483_647 + 1  // found
let literal: Int = 3_000_000_000  // found
let unsigned: UInt = 5_000_000_000  // found
let duration = Duration.seconds(999_999_999_999)  // found

func signed(_ number: Int64) -> Int { Int(number) }  // found
func half(_ number: UInt32) -> Int { Int(number) }  // found
func unsigned(_ number: UInt64) -> UInt { UInt(number) }  // found
func floating(_ number: Double) -> Int { Int(number) }  // found
func short(_ number: Float) -> Int { .init(number) }  // found
func generic(_ number: some BinaryInteger) -> Int { Int(number) }  // found
func mapped(_ numbers: [Int64]) -> [Int] { numbers.map(Int.init) }  // found

let wide: Int64 = 3_000_000_000
let wideDuration = Duration.seconds(999_999_999_999 as Int64)
func clamped(_ number: Int64) -> Int { Int(clamping: number) }
func exact(_ number: Double) -> Int? { Int(exactly: number) }
func truncated(_ number: UInt64) -> Int { Int(truncatingIfNeeded: number) }
func small(_ number: Int32, _ byte: UInt8) -> Int { Int(number) + Int(byte) }
func parsed(_ text: String) -> Int? { Int(text) }
