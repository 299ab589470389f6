import { Module } from '@nestjs/common';
import { ArthurEngine } from './arthur.engine';

/** Adds Arthur to the engines. */
@Module({ providers: [ArthurEngine], exports: [ArthurEngine] })
export class ArthurModule {}
