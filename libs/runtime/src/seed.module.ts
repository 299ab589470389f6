import { Injectable, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { AppConfig } from '@vance/config';
import { SeedService } from '@vance/tenancy';

/** Makes the seed's tenants, where the configuration asks for them, before the server listens. */
@Injectable()
export class SeedAtStart implements OnApplicationBootstrap {
  private readonly log = new Logger(SeedAtStart.name);

  constructor(
    private readonly config: AppConfig,
    private readonly seeds: SeedService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.seed === 'none') return;
    const signIns = await this.seeds.apply();
    this.log.debug({ msg: 'the seed stands', signIns: signIns.length });
  }
}

@Module({ providers: [SeedAtStart] })
export class SeedModule {}
