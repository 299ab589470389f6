import { DiscoveryService } from '@nestjs/core';

/**
 * Marks a class as a server tool: any provider that carries it is found at start and registered. The class
 * implements `Tool`; its constructor is injected like any provider's.
 */
export const ServerTool = DiscoveryService.createDecorator();
