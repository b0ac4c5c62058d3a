// SPDX-License-Identifier: Apache-2.0
#include "Vlink_top.h"
#include "isochron_hybrid_constants.h"
#include "simulated.h"

namespace {

// Cycles per tick while one is made: more than the message that stops the prescaler takes.
constexpr uint32_t kPeriod = 64;

class Hardware : public Simulated<Vlink_top> {
  public:
    // The prescaler runs for one tick.
    void begin_tick()
    {
        period( kPeriod );
        while( !model_.tick_o )
            clock( 1 );
        period( 0 );
    }

    void settle()
    {
        Simulated::settle( [] { return false; } );
    }

    void line( uint32_t line )
    {
        pulse( line );
        settle();
    }

    bool switch_requested() const
    {
        return model_.interrupt_o;
    }

    const uint32_t * task_states() const
    {
        return &model_.task_states_o[ 0 ];
    }

  private:
    void period( uint32_t cycles )
    {
        transfer( true, ISOCHRON_HYBRID_LINK_SCHEDULER_MORE_OFFSET, ISOCHRON_HYBRID_COMMAND_PERIOD );
        transfer( true, ISOCHRON_HYBRID_LINK_SCHEDULER_OFFSET, cycles );
    }
};

}  // namespace

#include "hardware_functions.h"
