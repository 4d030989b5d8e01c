// Scans the pieces that the main thread sends.
import { answerPieces } from '../../shared/answer-pieces.ts';
import { scanPiece } from './scan-piece.ts';

answerPieces(scanPiece);
