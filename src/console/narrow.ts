// Names the width below which the parts of the page stand one below the other, as in the style sheets.

export const narrow = '(max-width: 760px)';
