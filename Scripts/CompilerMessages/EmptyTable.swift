import MarbleTesting

func emptyTable(_ m: Marbles) {
  _ = m.cold("--#", [:], failure: CancellationError())
}
