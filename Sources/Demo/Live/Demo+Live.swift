import ArgumentParser

extension Demo {
  /// Runs the search on the terminal, or with keys from a pipe.
  @MainActor
  func runLive() async throws {
    let console = Console()
    guard Terminal.hasKeyboard else { return try await runLive(on: PipeDisplay(console: console)) }
    guard console.form.isTerminal else {
      throw ValidationError(
        "--live draws on a terminal; into a pipe it takes its keys from one, too."
      )
    }
    try await Terminal.raw { try await runLive(on: TerminalDisplay(form: console.form)) }
  }

  @MainActor
  private func runLive(on display: some LiveDisplay) async throws {
    let server = try await DemoServer.start(
      catalogue: .bundled(),
      plan: ResponsePlan(latency: .milliseconds(latency))
    )
    await LiveSession(server, on: display, clock: ContinuousClock()).run(keys: Terminal.input())
    await server.stop()
  }
}
