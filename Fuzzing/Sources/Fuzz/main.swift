// Fuzz TARGET [option of libFuzzer | folder]…; without arguments, prints the names of all targets.
import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private func fuzz() -> CInt {
  guard CommandLine.argc > 1 else {
    for target in FuzzTarget.all { print(target.name) }
    return 0
  }
  guard FuzzTarget.chosen != nil else {
    print("The target \(CommandLine.arguments[1]) does not exist.")
    return 2
  }
  // The driver takes the name of the target for that of the program.
  var count = CommandLine.argc - 1
  var arguments = CommandLine.unsafeArgv + 1
  return runDriver(&count, &arguments) { start, count in
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    FuzzTarget.chosen?.check(&input)
    return 0
  }
}

exit(fuzz())
