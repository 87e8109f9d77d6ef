-- An agent is ready when its prelude and the host answer.
return clamp(pos() + total({price(1), ore(2), 3}), limits.low, limits.high)
