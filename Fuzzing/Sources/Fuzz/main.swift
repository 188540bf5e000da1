// FUZZ_TARGET=name Fuzz [option of libFuzzer | folder]…; without a name, prints those of all targets.
// The name is no argument, because the driver starts the program again with the same arguments.
import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private func fuzz() -> CInt {
  guard let name = FuzzTarget.chosenName else {
    for target in FuzzTarget.all { print(target.name) }
    return 0
  }
  guard FuzzTarget.chosen != nil else {
    print("The target \(name) does not exist.")
    return 2
  }
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  return runDriver(&count, &arguments) { start, count in
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    FuzzTarget.chosen?.check(&input)
    return 0
  }
}

exit(fuzz())
