import ArgumentParser

@main
struct Demo: AsyncParsableCommand {
  mutating func run() async throws {}
}
