// SPDX-License-Identifier: Apache-2.0

// Address map of the reference SoC and the devices on its data bus.
package soc_pkg;
  import soc_registers_pkg::*;

  // Cores.
  typedef enum int unsigned {
    CoreIbex     = 0,
    CoreVexRiscv = 1,
    CoreCv32e40p = 2
  } core_e;

  // What of a kernel is in hardware.
  typedef enum int unsigned {
    KernelIsochron = 0,  // The hardware kernel
    KernelOther    = 1,  // That of another system: soc_other_kernel
    KernelNone     = 2   // Nothing
  } kernel_e;

  // Devices on the data bus, in the order of the vectors between soc_bus and the devices.
  typedef enum int unsigned {
    DeviceRam                = 0,
    DeviceUart               = 1,
    DeviceInterruptGenerator = 2,
    DeviceStopwatch          = 3,
    DeviceSimulation         = 4,
    DeviceClint              = 5,
    DeviceKernel             = 6,
    DeviceBanks              = 7,
    DeviceTrafficGenerator   = 8,
    DeviceOther              = 9,   // That of another system: soc_other_device
    DeviceCalls              = 10,
    DeviceTrace              = 11,
    DeviceDebug              = 12   // The debug module: soc_debug
  } device_e;

  parameter int unsigned NumDevices = 13;

  parameter logic [31:0] RamBase         = 32'h4000_0000;
  parameter logic [31:0] RamSize         = 32'h0004_0000;
  parameter logic [31:0] PeripheralsBase = 32'h9000_0000;
  parameter logic [31:0] KernelBase      = 32'hA000_0000;
  parameter logic [31:0] KernelSize      = 32'h0010_0000;
  parameter logic [31:0] BanksBase       = 32'hA010_0000;
  parameter logic [31:0] BanksSize       = 32'h0002_0000;
  parameter logic [31:0] OtherBase       = 32'hA020_0000;
  parameter logic [31:0] OtherSize       = 32'h0000_0800;
  parameter logic [31:0] CallsBase       = 32'hA030_0000;
  parameter logic [31:0] TraceBase       = 32'hA040_0000;
  parameter logic [31:0] DebugBase       = 32'hA050_0000;
  parameter logic [31:0] DebugSize       = 32'h0000_1000;
  parameter logic [31:0] PeripheralSize  = 32'h0001_0000;

  // Ibex starts 0x80 bytes after its boot address, so every core does.
  parameter logic [31:0] BootAddress = RamBase;
  parameter logic [31:0] ResetVector = BootAddress + 32'h80;

  // First address of each device. The description gives each peripheral's first register, which
  // is its first address.
  parameter logic [31:0] DeviceBase[NumDevices] = '{
    DeviceRam:                RamBase,
    DeviceUart:               PeripheralsBase + RegUartData,
    DeviceInterruptGenerator: PeripheralsBase + RegInterruptGeneratorPending,
    DeviceStopwatch:          PeripheralsBase + RegStopwatchStart,
    DeviceSimulation:         PeripheralsBase + RegSimulationExit,
    DeviceClint:              PeripheralsBase + RegClintMsip,
    DeviceKernel:             KernelBase,
    DeviceBanks:              BanksBase,
    DeviceTrafficGenerator:   PeripheralsBase + RegTrafficGeneratorControl,
    DeviceOther:              OtherBase,
    DeviceCalls:              CallsBase,
    DeviceTrace:              TraceBase,
    DeviceDebug:              DebugBase
  };

  // Size of each device in bytes, a power of two.
  parameter logic [31:0] DeviceSize[NumDevices] = '{
    DeviceRam:    RamSize,
    DeviceKernel: KernelSize,
    DeviceBanks:  BanksSize,
    DeviceOther:  OtherSize,
    DeviceCalls:  KernelSize,
    DeviceDebug:  DebugSize,
    default:      PeripheralSize
  };

  // Bit of an address that the RAM has, and no other device.
  parameter int unsigned RamBit = 30;

  // Bit of an address without which a device answers in the first cycle in which it is asked.
  parameter int unsigned SlowBit = 29;

  // Devices that accept bytes and halfwords; elsewhere these are bus errors.
  parameter logic [NumDevices-1:0] DeviceTakesBytes =
      NumDevices'((1 << DeviceRam) | (1 << DeviceUart) | (1 << DeviceDebug));

  // What a core asks of its instruction bus, until it is granted.
  typedef struct packed {
    logic        req;
    logic [31:0] addr;   // Byte address
  } instr_request_t;

  // What a core, or another master, asks of the data bus, until it is granted.
  typedef struct packed {
    logic        req;
    logic        we;     // Store
    logic [ 3:0] be;     // Byte enables
    logic [31:0] addr;   // Byte address
    logic [31:0] wdata;  // Data of a store
  } data_request_t;

  // What either bus answers.
  typedef struct packed {
    logic        gnt;     // The request is accepted in this cycle
    logic        rvalid;  // The answer is there: of instructions one cycle after the grant, of data later
    logic        err;     // It is a bus error
    logic [31:0] rdata;   // The instruction, or the data of a load
  } bus_answer_t;

  // What the traffic generator asks: bit 0 of the data bus, bit 1 of the RAM's instruction port.
  typedef struct packed {
    logic [1:0]       begins;  // A burst begins in the next cycle
    logic [1:0]       req;     // Request, held to the end of the burst
    logic [1:0]       last;    // It is the burst's last transfer
    logic [1:0]       slow;    // Its device may take longer than one cycle
    logic [1:0][31:0] addr;    // Byte address
    logic             yields;  // A burst ends when the core asks
  } traffic_t;

  // What soc_bus asks of the device that it names, until that answers: the same for every device.
  typedef struct packed {
    logic        we;     // Store
    logic [19:0] addr;   // Byte offset in the device
    logic        be;     // Byte 0 is accessed
    logic [31:0] wdata;  // Data of a store
  } device_request_t;

  // What a device answers.
  typedef struct packed {
    logic        gnt;    // The request is done in this cycle
    logic        err;    // It is an error, with the grant
    logic [31:0] rdata;  // Data of a load, with the grant
  } device_response_t;

  // Interrupts of a core, levels.
  typedef struct packed {
    logic software;  // Machine software interrupt
    logic timer;     // Machine timer interrupt
    logic external;  // Machine external interrupt
    logic uart;      // UART
    logic other;     // Another system's device
  } interrupts_t;

  // What the contexts, in the core, tell the window of calls, in front of the hardware kernel:
  // isochron_contexts_control and isochron_contexts_calls have these ports.
  typedef struct packed {
    logic in_trap;
    logic trap;
    logic interrupted;
    logic next_ready;
    logic ready;
  } contexts_t;

  // What the window of calls, and the hardware kernel behind it, tell the contexts.
  typedef struct packed {
    logic [7:0] current_id;  // As isochron's ports
    logic       more_due;
    logic       next_valid;
    logic [7:0] next_id;
    logic turn;
    logic busy;
    logic discard;
    logic leaves;
    logic other;
  } calls_t;

  // Marsaglia's xorshift with 32 bits: period 2^32 - 1, and 0 stays 0.
  function automatic logic [31:0] next_random(logic [31:0] state);
    logic [31:0] x;
    x = state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
  endfunction

  function automatic logic [31:0] valid_seed(logic [31:0] seed);
    return (seed == '0) ? 32'd1 : seed;
  endfunction

  // Lines of the interrupt generator.
  parameter int unsigned NumLines = 8;

  // The line on which the hardware kernel, the stopwatch and observers see another system's device, too.
  parameter int unsigned OtherLine = 7;

endpackage
