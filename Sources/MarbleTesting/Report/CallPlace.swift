import CMarbleHooks

/// The function that started work, and the function of the system that it called for it.
struct CallPlace: Hashable {
  /// The outermost function of a system library: `DispatchQueue.async`.
  let call: String?
  /// The innermost function that belongs neither to the system nor to MarbleTesting.
  let caller: String?

  /// Reads the names of the functions of a call stack, up to the job that runs it.
  ///
  /// - Parameter stack: Return addresses, the innermost first.
  init(of stack: [UInt]) {
    var call: String?
    var caller: String?
    for address in stack where caller == nil {
      var isOfProgram = false
      let function = CMarbleFunctionName(address, &isOfProgram).map(String.init(cString:))
      // The function of the runtime that runs a job; the callers before it started the run.
      if function == "swift_job_run" { break }
      guard let function, function.hasPrefix("$s") else { continue }
      if isOfProgram {
        if CallPlace.isOfCaller(function) { caller = function }
      } else {
        call = function
      }
    }
    self.call = call.map { CallPlace.readable($0, withParameters: false) }
    self.caller = caller.map { CallPlace.readable($0, withParameters: true) }
  }

  /// True for a function that belongs neither to MarbleTesting nor to the standard library.
  private static func isOfCaller(_ function: String) -> Bool {
    !["$s13MarbleTesting", "$ss", "$sSc"].contains(where: function.hasPrefix)
  }

  /// `SearchModel.load(_:)` of `closure #1 in SearchModel.load(_:)`.
  private static func readable(_ mangled: String, withParameters: Bool) -> String {
    // A name with spaces is mangled with spaces that do not break.
    let name = demangled(mangled).replacing("\u{a0}", with: " ")
      .replacing(
        #/^(?:\(\d+\) .*? function for |(?:implicit )?closure #\d+ in |specialized |static )+/#,
        with: ""
      )
    return withParameters ? name : String(name.prefix { $0 != "(" })
  }
}

#if canImport(Runtime) && os(Linux)
import Runtime

private func demangled(_ name: String) -> String {
  let symbol = SymbolicatedBacktrace.Symbol(
    imageIndex: 0,
    imageName: "",
    rawName: name,
    offset: 0,
    sourceLocation: nil
  )
  return symbol.name
}
#else
private func demangled(_ name: String) -> String { name }
#endif
