// The number of the first row and column in everything that names squares: that of the code in view.

export const base = { first: 1 };
