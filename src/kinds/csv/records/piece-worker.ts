// Scans and writes the pieces that the main thread sends.
import { answerPieces } from '../../shared/answer-pieces.ts';
import { type Piece, scanPiece } from './scan-piece.ts';
import { type WrittenPiece, writePiece } from './write-piece.ts';

answerPieces((piece: Piece | WrittenPiece) =>
  'sink' in piece ? writePiece(piece) : scanPiece(piece),
);
