/// The function that started work, and the function of the system that it called for it.
package struct CallPlace: Hashable {
  /// The outermost function of a system library: `DispatchQueue.async`; nil if its name is unknown.
  package let call: String?
  /// The innermost function that belongs neither to the system nor to MarbleTesting.
  package let caller: String?
  package let address: UInt?

  /// Reads the names of the functions of a call stack, up to the job that runs it, and then of the
  /// functions that wait in its task.
  ///
  /// The functions of further modules are skipped if `modules` has their names.
  package init(of stack: CallStack, skipping modules: Set<String> = []) {
    // The function of the runtime that runs a job; the callers before it started the run.
    let addresses = stack.addresses.prefix { CalledFunction(at: $0)?.name != "swift_job_run" }
    let functions = (addresses + stack.waiting).compactMap(CalledFunction.init)
    let caller = functions.first { $0.isCaller(skipping: modules) }
    let call = functions.prefix { !$0.isCaller(skipping: modules) }.last(where: \.isOfSystem)
    self.call = call.flatMap { $0.isShared ? nil : $0 }.map {
      CallPlace.readable($0.name, withParameters: false)
    }
    self.caller = caller.map { CallPlace.readable($0.name, withParameters: true) }
    address = caller?.address
  }

  /// The part of a function that a name begins with.
  private static var partOf: Regex<Substring> {
    #/
      ^ (?:
        \(\d+\) \s .*? \s function \s for \s
        | (?: implicit \s )? closure \s \#\d+ \s in \s
        | default \s argument \s \d+ \s of \s
        | variable \s initialization \s expression \s of \s
        | (?: dispatch \s thunk \s of | partial \s apply \s for ) \s
        | (?: merged | specialized ) \s
        | static \s
      )+
    /#
  }

  /// `SearchModel.load(_:)` of `closure #1 in SearchModel.load(_:)`; `top-level code` of a closure
  /// that is in no function.
  package static func readable(_ mangled: String, withParameters: Bool) -> String {
    // A name with spaces is mangled with spaces that do not break.
    let name = demangled(mangled).replacing("\u{a0}", with: " ").replacing(partOf, with: "")
      // Generic parameters: `Array<A>`.
      .replacing(#/<[A-Z0-9, ]*>|@Sendable /#, with: "")
    if name.allSatisfy(\.isWhitespace) { return "top-level code" }
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
