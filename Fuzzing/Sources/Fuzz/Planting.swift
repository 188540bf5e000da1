import Foundation

/// True if each target has a planted fault, which the fuzzer must find.
private let plantsFaults = ProcessInfo.processInfo.environment["FUZZ_PLANT"] == "1"

/// Returns a result of the library, or the one that a faulty library would return.
func planting<Result>(in result: Result, _ fault: (inout Result) -> Void) -> Result {
  guard plantsFaults else { return result }
  var faulty = result
  fault(&faulty)
  return faulty
}
